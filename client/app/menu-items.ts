import {
  Bot,
  Braces,
  ChartColumn,
  Files,
  KeyRound,
  Layers,
  LayoutTemplate,
  ListChecks,
  LockKeyhole,
  type LucideIcon,
  Network,
  Plug,
  Waypoints,
  Wrench,
} from 'lucide-react'
import type { Texts } from '#client/texts/texts.tsx'
import type { AppPath } from './paths.ts'

export type MenuItem = {
  type: 'item'
  path: AppPath
  title: keyof Texts['shell']['menu']
  icon: LucideIcon
  adminOnly?: boolean
  beta?: boolean
  /** A number beside the name: open waits. */
  counts?: 'waits'
}
/** The load-chatflow item takes a file. Any other type is a bug and rendered as one. */
export type MenuEntry = MenuItem | { type: string }
export type MenuGroup = { id: string; items: readonly MenuEntry[] }

const item = (path: AppPath, title: MenuItem['title'], icon: LucideIcon): MenuItem => ({
  type: 'item',
  path,
  title,
  icon,
})
const forAdmins = (entry: MenuItem): MenuItem => ({ ...entry, adminOnly: true })

/** Order and rights come from the product spec, the groups are ours. */
export const menuGroups: readonly MenuGroup[] = [
  { id: 'money', items: [item('usage-billing', 'usageBilling', ChartColumn)] },
  {
    id: 'build',
    items: [
      item('chatflows', 'chatflows', Waypoints),
      { type: 'load-chatflow' },
      { ...forAdmins(item('agentflows', 'agentflows', Network)), beta: true },
      { ...forAdmins(item('executions', 'executions', ListChecks)), counts: 'waits' },
      forAdmins(item('assistants', 'assistants', Bot)),
      forAdmins(item('flow-templates', 'flowTemplates', LayoutTemplate)),
    ],
  },
  {
    id: 'resources',
    items: [
      forAdmins(item('tools', 'tools', Wrench)),
      item('credentials', 'credentials', LockKeyhole),
      forAdmins(item('variables', 'variables', Braces)),
      item('integrations', 'integrations', Plug),
      forAdmins(item('apikey', 'apiKeys', KeyRound)),
    ],
  },
  {
    id: 'knowledge',
    items: [
      forAdmins(item('document-stores', 'documentStores', Layers)),
      item('document-pools', 'documentPools', Files),
    ],
  },
]

export function isMenuItem(entry: MenuEntry): entry is MenuItem {
  return entry.type === 'item'
}

/** Drops items the user may not see, and empty groups. */
export function visibleGroups(groups: readonly MenuGroup[], isAdmin: boolean): MenuGroup[] {
  return groups
    .map(({ id, items }) => ({
      id,
      items: items.filter((entry) => !isMenuItem(entry) || isAdmin || !entry.adminOnly),
    }))
    .filter(({ items }) => items.length > 0)
}

/** Menu item of a path. `/app` is Usage & Billing; only an empty path means ChatFlows. */
export function selectedPath(pathname: string): AppPath | undefined {
  const [first = '', second = ''] = pathname.split('/').filter(Boolean)
  if (first === '') {
    return 'chatflows'
  }
  const name = first === 'app' ? second || 'usage-billing' : first
  return menuGroups.flatMap(({ items }) => items.filter(isMenuItem)).find(({ path }) => path === name)?.path
}
