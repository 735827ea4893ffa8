import {
  CalendarClock,
  CodeXml,
  Globe,
  type LucideIcon,
  Mail,
  MessageCircle,
  PanelTop,
  Plug,
  Send,
  Waypoints,
  Webhook,
} from 'lucide-react'

const icons: Readonly<Record<string, LucideIcon>> = {
  web: PanelTop,
  embed: Globe,
  api: CodeXml,
  canvas: Waypoints,
  mcp: Plug,
  schedule: CalendarClock,
  webhook: Webhook,
  telegram: Send,
  email: Mail,
}

export function PlatformIcon({ platform, size = 15 }: { platform: string; size?: number }) {
  const Icon = icons[platform] ?? MessageCircle
  return <Icon size={size} className="rigid text-secondary" aria-hidden />
}
