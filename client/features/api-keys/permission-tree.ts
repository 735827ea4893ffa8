import { permissions } from '#shared/api-keys.ts'

export type Group = { name: string; permissions: readonly string[] }

const groupOf = (permission: string) => permission.split(':')[0] ?? permission
export const actOf = (permission: string) => permission.slice(permission.indexOf(':') + 1)

export function groupPermissions(all: readonly string[] = permissions): Group[] {
  const names = [...new Set(all.map(groupOf))]
  return names.map((name) => ({ name, permissions: all.filter((each) => groupOf(each) === name) }))
}

/** Every other permission of a group requires `view`: selecting one adds it, removing `view` clears the group. */
export function togglePermission(chosen: readonly string[], permission: string): string[] {
  const group = groupOf(permission)
  const view = `${group}:view`
  if (!chosen.includes(permission)) {
    return [...new Set([...chosen, view, permission])].filter((each) => each !== view || exists(view))
  }
  return chosen.filter((each) => each !== permission && !(permission === view && groupOf(each) === group))
}

function exists(permission: string) {
  return permissions.some((each) => each === permission)
}
