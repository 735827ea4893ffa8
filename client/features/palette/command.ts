import type { ReactNode } from 'react'
import { foldText, matches } from '#client/components/fold-text.ts'
import { closenessOf, closest } from './closeness.ts'

const groups = ['canvas', 'flows', 'nodes', 'places', 'actions', 'add'] as const
type Group = (typeof groups)[number]

export type Command = {
  /** Stable id, used to recognize recently used rows. */
  id: string
  group: Group
  name: string
  note?: string | undefined
  words?: string | undefined
  /** `;`-joined, for flows. */
  tags?: string
  mark?: ReactNode
  aside?: ReactNode | undefined
  /** Listed under `?`. */
  isHelp?: boolean
  /** Why the command is disabled. */
  reason?: string | undefined
  /** Set as the query instead of running the command. */
  query?: string | undefined
  /** Text typed after one of the triggers, such as the name in "new chatflow Support". */
  takes?: { triggers: readonly string[]; name: (text: string) => string; run: (text: string) => void }
  run: () => void
}

export type Section = { title: Group | 'recent'; commands: Command[] }

const MAX_RECENT = 5
const FLOWS_AT_REST = 5
const MAX_FOUND = 20
const MAX_ADDED = 5
const MAX_LISTED = 50

/** `>` lists commands, `@` nodes of the canvas, `+` kinds of node, `#` flows by their tags, `?` help; anything else searches everywhere. */
export function findCommands(
  commands: readonly Command[],
  query: string,
  recent: readonly string[],
): Section[] {
  const text = query.trim()
  if (text === '') {
    return atRest(commands, recent)
  }
  const [sign, rest] = [text.charAt(0), text.slice(1).trim()]
  const isOf = signs[sign]
  if (isOf) {
    return bySection(rank(commands.filter(isOf), rest), MAX_LISTED)
  }
  if (sign === '#') {
    return bySection(commands.filter(({ tags }) => tags && matches(tags, rest)))
  }
  const spelled = spelledOut(commands, text)
  const others = commands.filter(({ id }) => !spelled.some((each) => each.id === id))
  return bySection([...spelled, ...rank(others, text)])
}

const signs: Readonly<Record<string, (command: Command) => boolean | undefined>> = {
  '>': ({ group }) => group === 'actions' || group === 'canvas',
  '@': ({ group }) => group === 'nodes',
  '+': ({ group }) => group === 'add',
  '?': ({ isHelp }) => isHelp,
}
export const hasSign = (query: string) => /^\s*[>@+#?]/.test(query)

/** May be listed as recently used. Nodes are excluded because they belong to one flow. */
export const isStored = ({ group, query }: Command) => group !== 'nodes' && query === undefined

/** Sections without a query: recent commands, then all others; of the flows only the newest. */
function atRest(commands: readonly Command[], recent: readonly string[]): Section[] {
  const lately = recent
    .flatMap((id) => commands.filter((command) => command.id === id && command.reason === undefined))
    .slice(0, MAX_RECENT)
  const rest = commands.filter((command) => !lately.includes(command))
  const flows = rest.filter(({ group }) => group === 'flows').slice(0, FLOWS_AT_REST)
  const others = rest.filter(({ group }) => group !== 'flows' && group !== 'nodes' && group !== 'add')
  return [{ title: 'recent' as const, commands: lately }, ...bySection([...flows, ...others])].filter(
    (section) => section.commands.length > 0,
  )
}

function bySection(found: readonly Command[], max = MAX_FOUND): Section[] {
  return groups
    .map((group) => ({
      title: group,
      commands: found
        .filter((command) => command.group === group)
        .slice(0, group === 'add' && max === MAX_FOUND ? MAX_ADDED : max),
    }))
    .filter(({ commands }) => commands.length > 0)
}

function rank(commands: readonly Command[], query: string): Command[] {
  const found = commands.flatMap((command) => {
    const place = closenessOf(command.name, `${command.words ?? ''} ${command.tags ?? ''}`, query)
    return place === undefined ? [] : [{ command, place }]
  })
  const isExact = found.some(({ place }) => place < closest.characters)
  return found
    .filter(({ place }) => !isExact || place < closest.characters)
    .toSorted((a, b) => a.place - b.place)
    .map(({ command }) => command)
}

function spelledOut(commands: readonly Command[], text: string): Command[] {
  return commands.flatMap((command) => {
    const { takes } = command
    const trigger = takes?.triggers.find((each) => foldText(text).startsWith(`${foldText(each)} `))
    const given = trigger === undefined ? '' : text.slice(trigger.length).trim()
    return takes && given !== '' ? [{ ...command, name: takes.name(given), run: () => takes.run(given) }] : []
  })
}
