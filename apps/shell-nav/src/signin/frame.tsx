/** The two columns of the sign-in pages: what this is, and what to do. */
import type { ReactNode } from "react";
import { chakra } from "@chakra-ui/react/styled-system";

function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="40" height="40" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#ffffff" fillOpacity="0.14" />
      <path d="M8 17v-2a8 8 0 0 1 16 0v2" fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" />
      <rect x="6" y="16" width="5" height="8" rx="2.2" fill="#fff" />
      <rect x="21" y="16" width="5" height="8" rx="2.2" fill="#fff" />
      <path d="M23.5 24c0 2.2-2.4 3-5.5 3" fill="none" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

export function Frame({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note?: string;
  readonly children: ReactNode;
}) {
  return (
    <chakra.div
      minH="100dvh"
      display="grid"
      gridTemplateColumns={{ base: "1fr", md: "minmax(320px, 5fr) 7fr" }}
      bg="bg.canvas"
    >
      <chakra.aside
        display={{ base: "none", md: "flex" }}
        flexDirection="column"
        justifyContent="center"
        gap="5"
        px="14"
        color="#fff"
        bg={{ base: "#184c9a", _dark: "#132a4e" }}
      >
        <Mark />
        <chakra.p fontSize="34px" fontWeight="600" letterSpacing="0.08em" lineHeight="1.2">
          联台
        </chakra.p>
        <chakra.p fontSize="md" lineHeight="1.8" color="#dbe6f7" maxW="22em">
          电话、在线会话与工单，在同一张工作台上处理。
        </chakra.p>
      </chakra.aside>
      <chakra.main display="flex" alignItems="center" justifyContent="center" p="6">
        <chakra.section
          w="full"
          maxW="380px"
          bg="bg.panel"
          borderWidth="1px"
          borderColor="border"
          borderRadius="lg"
          px="8"
          py="7"
          aria-labelledby="signin-title"
        >
          <chakra.h1 id="signin-title" fontSize="xl" fontWeight="600" mb={note ? "1" : "5"}>
            {title}
          </chakra.h1>
          {note ? (
            <chakra.p color="fg.muted" mb="5">
              {note}
            </chakra.p>
          ) : null}
          {children}
        </chakra.section>
      </chakra.main>
    </chakra.div>
  );
}

const tones = { info: { bg: "bg.info", color: "fg.info" }, error: { bg: "bg.error", color: "fg.error" } } as const;

/** A line above the form. `alert` is read out at once. */
export function Notice({ tone, children }: { readonly tone: keyof typeof tones; readonly children: ReactNode }) {
  return (
    <chakra.p role={tone === "error" ? "alert" : "status"} px="3" py="2" mb="4" borderRadius="md" {...tones[tone]}>
      {children}
    </chakra.p>
  );
}
