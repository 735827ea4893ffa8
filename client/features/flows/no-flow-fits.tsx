import { NoMatch } from '#client/components/list-frame.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { type FlowFilter, isFiltered } from './flow-filters.ts'

type Props = { filter: FlowFilter; all: number; onClear: () => void }

export function NoFlowFits({ filter, all, onClear }: Props) {
  const { flows: texts, flowList } = useTexts()
  const query = filter.query.trim()
  const isSearch = query !== '' && !isFiltered(filter)
  return (
    <NoMatch
      title={isSearch ? texts.noMatch(query) : flowList.noneFit}
      text={isSearch ? texts.noMatchText(all) : flowList.noneFitText(all)}
      onClear={onClear}
    />
  )
}
