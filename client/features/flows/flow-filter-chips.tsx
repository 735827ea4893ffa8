import { Option, Select } from '@mui/joy'
import { FilterChip } from '#client/components/list-toolbar.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { FlowSummary } from '#shared/flows.ts'
import { allTags, type FlowFilter, flowStates } from './flow-filters.ts'

type Props = {
  flows: readonly FlowSummary[]
  filter: FlowFilter
  onFilter: (changes: Partial<FlowFilter>) => void
}

export function FlowFilterChips({ flows, filter, onFilter }: Props) {
  const { flows: texts, flowList } = useTexts()
  const [language] = useLanguage()
  const tags = allTags(flows, language)
  return (
    <fieldset
      className="flow-filters row wraps gap-8 shrinks unpadded borderless flush"
      aria-label={flowList.filters}
    >
      {flowStates.map((state) => (
        <FilterChip
          key={state}
          label={flowList.states[state]}
          count={flows.filter(({ draft }) => draft === state).length}
          isOn={filter.state === state}
          onToggle={() => onFilter({ state: filter.state === state ? undefined : state })}
        />
      ))}
      <i className="width-1 height-20" aria-hidden="true" />
      <FilterChip
        label={texts.public}
        count={flows.filter(({ isPublic }) => isPublic).length}
        isOn={filter.isPublic}
        onToggle={() => onFilter({ isPublic: !filter.isPublic })}
      />
      {(tags.length > 0 || filter.tag !== undefined) && (
        <Select
          className="flow-tag-filter"
          data-on={filter.tag !== undefined || undefined}
          size="sm"
          value={filter.tag ?? ''}
          onChange={(_, tag) => onFilter({ tag: tag || undefined })}
          renderValue={(option) => (option?.value ? option.label : flowList.tag)}
          slotProps={{ button: { 'aria-label': flowList.tag } }}
        >
          <Option value="">{flowList.anyTag}</Option>
          {tags.map((tag) => (
            <Option key={tag} value={tag}>
              {tag}
            </Option>
          ))}
        </Select>
      )}
    </fieldset>
  )
}
