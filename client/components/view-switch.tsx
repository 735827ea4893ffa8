import './view-switch.css'
import { IconButton, ToggleButtonGroup } from '@mui/joy'
import { LayoutGrid, List } from 'lucide-react'

const views = ['cards', 'table'] as const
export type View = (typeof views)[number]
export const isView = (value: unknown): value is View => views.some((view) => view === value)

type Props = {
  view: View
  onView: (view: View) => void
  words: { view: string; cards: string; table: string }
}

export function ViewSwitch({ view, onView, words }: Props) {
  return (
    <ToggleButtonGroup
      size="sm"
      className="view-switch"
      aria-label={words.view}
      value={view}
      onChange={(_, next) => next && onView(next)}
    >
      <IconButton value="cards" aria-label={words.cards} title={words.cards}>
        <LayoutGrid size={15} />
      </IconButton>
      <IconButton value="table" aria-label={words.table} title={words.table}>
        <List size={15} />
      </IconButton>
    </ToggleButtonGroup>
  )
}
