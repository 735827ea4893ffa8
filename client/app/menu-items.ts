import {
  Bot,
  Braces,
  ChartColumn,
  Files,
  KeyRound,
  Layers,
  LayoutTemplate,
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
}
/** Anything else in the list is a mistake of ours, and is said to be one. */
export type MenuEntry = MenuItem | { type: string }
export type MenuGroup = { id: string; items: readonly MenuEntry[] }

const item = (path: AppPath, title: MenuItem['title'], icon: LucideIcon): MenuItem => ({
  type: 'item',
  path,
  title,
  icon,
})
const forAdmins = (entry: MenuItem): MenuItem => ({ ...entry, adminOnly: true })

/** Order and rights are the specification's (§2); the clusters are ours. */
export const menuGroups: readonly MenuGroup[] = [
  { id: 'money', items: [item('usage-billing', 'usageBilling', ChartColumn)] },
  {
    id: 'build',
    items: [
      item('chatflows', 'chatflows', Waypoints),
      { ...forAdmins(item('agentflows', 'agentflows', Network)), beta: true },
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

/** What this user sees; a group of which nothing is left is gone. */
export function visibleGroups(groups: readonly MenuGroup[], isAdmin: boolean): MenuGroup[] {
  return groups
    .map(({ id, items }) => ({
      id,
      items: items.filter((entry) => !isMenuItem(entry) || isAdmin || !entry.adminOnly),
    }))
    .filter(({ items }) => items.length > 0)
}

/** The item of an address. `/app` is Usage & Billing; only an empty path means ChatFlows (screens.md §0.3). */
export function selectedPath(pathname: string): AppPath | undefined {
  const [first = '', second = ''] = pathname.split('/').filter(Boolean)
  if (first === '') {
    return 'chatflows'
  }
  const name = first === 'app' ? second || 'usage-billing' : first
  return menuGroups.flatMap(({ items }) => items.filter(isMenuItem)).find(({ path }) => path === name)?.path
}
