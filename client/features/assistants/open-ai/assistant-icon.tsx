import { trpc } from '#client/api/trpc.ts'
import type { Row } from './open-ai-details.ts'

type Props = { row: Pick<Row, 'id' | 'name' | 'iconSrc'>; size?: 's' | 'm' }

/**
 * The picture of an assistant, else its initials. Pictures of other sites come from our server. Hidden from screen
 * readers, since the name is beside it.
 */
export function AssistantIcon({ row: { id, name, iconSrc }, size = 'm' }: Props) {
  const isElsewhere = /^https?:\/\//i.test(iconSrc ?? '')
  const read = trpc.assistants.openAi.icon.useQuery({ id }, { enabled: isElsewhere, staleTime: 600_000 })
  const own = iconSrc?.startsWith('data:image/') ? iconSrc : undefined
  const source = isElsewhere ? read.data : own
  return (
    <span
      className="assistant-icon rigid clips round-sm semibold items-centered inline-grid"
      data-size={size}
      aria-hidden="true"
    >
      {source ? <img className="full-width full-height covers" src={source} alt="" /> : initialsOf(name)}
    </span>
  )
}

/** The first letters of the first two words. */
function initialsOf(name: string): string {
  const [first = '', second = ''] = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const letters = second ? `${[...first][0]}${[...second][0]}` : [...first].slice(0, 2).join('')
  return letters.toLocaleUpperCase(document.documentElement.lang)
}
