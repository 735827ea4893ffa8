import type { MenuItem } from '../menu-items.ts'
import type { AppPath } from '../paths.ts'

/** Second key after `g`, pressed within a second. */
export const goKeys: Record<string, { path: AppPath; title: MenuItem['title'] }> = {
  c: { path: 'chatflows', title: 'chatflows' },
  a: { path: 'agentflows', title: 'agentflows' },
  t: { path: 'tools', title: 'tools' },
  k: { path: 'credentials', title: 'credentials' },
  u: { path: 'usage-billing', title: 'usageBilling' },
}
