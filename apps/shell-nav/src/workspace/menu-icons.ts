/** Icons that the server names in its menus (lucide names), and one for those that it does not. */
import {
  BookOpen,
  Building2,
  ChartColumn,
  CircleHelp,
  ClipboardCheck,
  ClipboardList,
  Dot,
  ExternalLink,
  Folder,
  Globe,
  House,
  Mail,
  MessageCircle,
  Phone,
  PhoneOutgoing,
  Settings,
  Workflow,
  type LucideIcon,
} from "lucide-react";
import type { MenuNode } from "./menu-model.ts";

const named: Readonly<Record<string, LucideIcon>> = {
  "book-open": BookOpen,
  "building-2": Building2,
  "chart-column": ChartColumn,
  "circle-help": CircleHelp,
  "clipboard-check": ClipboardCheck,
  "clipboard-list": ClipboardList,
  globe: Globe,
  house: House,
  mail: Mail,
  "message-circle": MessageCircle,
  phone: Phone,
  "phone-outgoing": PhoneOutgoing,
  settings: Settings,
  workflow: Workflow,
};

export function iconOf({ kind, icon }: MenuNode, depth: number): LucideIcon {
  const found = icon ? named[icon] : undefined;
  if (found) return found;
  if (kind === "link") return ExternalLink;
  return depth > 0 ? Dot : kind === "group" ? Folder : Globe;
}
