import type { ReactNode } from 'react'
import { foldText, matches } from '#client/components/fold-text.ts'

export const groups = ['flows', 'nodes', 'places', 'actions'] as const
export type Group = (typeof groups)[number]

/** One row of the palette: something to open or to do. */
export type Command = {
  /** Stays the same from day to day: by it the row is known as used lately. */
  id: string
  group: Group
  name: string
  /** The second line. */
  note?: string
  /** Other words it is found by. */
  words?: string
  /** `;`-joined, for flows. */
  tags?: string
  mark?: ReactNode
  /** At the right end of the row. */
  aside?: ReactNode | undefined
  run: () => void
}

export type Section = { title: Group | 'recent'; commands: Command[] }

const MOST_RECENT = 5
const FLOWS_AT_REST = 5
/** Of one sort, once something is sought. */
const MOST = 20
const MOST_NODES = 50

/** `>` leaves actions alone, `@` nodes of the canvas, `#` flows by their tags; anything else is sought everywhere. */
export function findCommands(
  commands: readonly Command[],
  query: string,
  recent: readonly string[],
): Section[] {
  const text = query.trim()
  if (text === '') {
    return atRest(commands, recent)
  }
  const only = groupOf[text.charAt(0)]
  if (only) {
    const members = commands.filter(({ group }) => group === only)
    return bySection(rank(members, text.slice(1).trim()), MOST_NODES)
  }
  if (text.startsWith('#')) {
    const tag = text.slice(1).trim()
    return bySection(commands.filter(({ tags }) => tags && matches(tags, tag)))
  }
  return bySection(rank(commands, text))
}

const groupOf: Readonly<Record<string, Group>> = { '>': 'actions', '@': 'nodes' }

/** What the row is known by in the list of what was used lately. Nodes belong to one flow and are in none. */
export const isKept = ({ group }: Command) => group !== 'nodes'

/** Nothing is sought yet: what was used lately, then everything, of the flows the newest. */
function atRest(commands: readonly Command[], recent: readonly string[]): Section[] {
  const lately = recent.flatMap((id) => commands.filter((command) => command.id === id)).slice(0, MOST_RECENT)
  const rest = commands.filter((command) => !lately.includes(command))
  const flows = rest.filter(({ group }) => group === 'flows').slice(0, FLOWS_AT_REST)
  const others = rest.filter(({ group }) => group !== 'flows' && group !== 'nodes')
  return [{ title: 'recent' as const, commands: lately }, ...bySection([...flows, ...others])].filter(
    (section) => section.commands.length > 0,
  )
}

function bySection(found: readonly Command[], most = MOST): Section[] {
  return groups
    .map((group) => ({
      title: group,
      commands: found.filter((command) => command.group === group).slice(0, most),
    }))
    .filter(({ commands }) => commands.length > 0)
}

/** Best first: the name begins with it, a word of the name does, the name has it, only the other words do. */
function rank(commands: readonly Command[], query: string): Command[] {
  return commands
    .filter(({ name, words = '', tags = '' }) => matches(`${name} ${words} ${tags}`, query))
    .map((command) => ({ command, place: placeOf(command.name, query) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ command }) => command)
}

function placeOf(name: string, query: string): number {
  const [folded, sought] = [foldText(name), foldText(query)]
  if (folded.startsWith(sought)) {
    return 0
  }
  if (folded.includes(` ${sought}`)) {
    return 1
  }
  return folded.includes(sought) ? 2 : 3
}
