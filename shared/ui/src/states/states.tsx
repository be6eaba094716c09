/** The drawn states that every list and pane has: loading, empty, failed, forbidden. */
import { Button, Center, HStack, Spinner, Text, VStack } from "@chakra-ui/react";
import type { Failure } from "@liantai/api/contract";
import { CircleAlert, Inbox, Lock, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { useBack } from "./use-back.ts";

interface NoticeProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly hint?: string | undefined;
  readonly alert?: boolean;
  readonly children?: ReactNode;
}

function Notice({ icon, title, hint, alert, children }: NoticeProps) {
  return (
    <Center role={alert ? "alert" : "status"} p="8" minH="40">
      <VStack gap="2" maxW="md" textAlign="center" color="fg.muted">
        {icon}
        <Text color="fg" fontWeight="medium">
          {title}
        </Text>
        {/* Lines of one length: no single word or 。 stands alone on the last. */}
        {hint && <Text textWrap="balance">{hint}</Text>}
        {children && <HStack pt="1">{children}</HStack>}
      </VStack>
    </Center>
  );
}

const iconSize = 28;

export function LoadingState({ text = "正在加载…" }: { readonly text?: string }) {
  return (
    <Center role="status" p="8" minH="40" gap="2" color="fg.muted">
      <Spinner size="sm" />
      <Text>{text}</Text>
    </Center>
  );
}

export function EmptyState({
  title,
  hint,
  children,
}: {
  readonly title: string;
  readonly hint?: string | undefined;
  readonly children?: ReactNode;
}) {
  return (
    <Notice icon={<Inbox size={iconSize} aria-hidden />} title={title} hint={hint}>
      {children}
    </Notice>
  );
}

interface ErrorStateProps {
  readonly title: string;
  readonly hint?: string | undefined;
  /** The error's id, where it was reported. */
  readonly errorId?: string;
  readonly onRetry: () => void;
}

export function ErrorState({ title, hint, errorId, onRetry }: ErrorStateProps) {
  return (
    <Notice
      alert
      icon={<CircleAlert size={iconSize} aria-hidden />}
      title={title}
      hint={errorId ? `${hint ? `${hint} ` : ""}错误编号：${errorId}` : hint}
    >
      <Button variant="outline" onClick={onRetry}>
        <RotateCw aria-hidden />
        重试
      </Button>
    </Notice>
  );
}

export function ForbiddenState() {
  return (
    <Notice
      alert
      icon={<Lock size={iconSize} aria-hidden />}
      title="您没有权限查看此内容"
      hint="如需查看，请联系管理员开通权限。"
    />
  );
}

const isFailure = (error: unknown): error is Failure => typeof error === "object" && error !== null && "text" in error;

/** Asks again by itself when the network is back. */
function Retrying({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  useBack(onRetry);
  return <ErrorState title="数据没有加载成功" hint={isFailure(error) ? error.text : undefined} onRetry={onRetry} />;
}

/** A request that failed: forbidden and everything else. `error` is the query's, a `Failure` unless the query itself broke. */
export function FailureState({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (isFailure(error) && error.status === 403) return <ForbiddenState />;
  return <Retrying error={error} onRetry={onRetry} />;
}
