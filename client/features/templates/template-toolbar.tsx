import { Option, Select } from '@mui/joy'
import { FilterChip, ListToolbar } from '#client/components/list-toolbar.tsx'
import { type View, ViewSwitch } from '#client/components/view-switch.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { type TemplateSummary, type TemplateType, templateTypes } from '#shared/templates.ts'
import { isReady, type TemplateFilter, templateSorts } from './arrange-templates.ts'

type Props = {
  all: readonly TemplateSummary[]
  shown: number
  filter: TemplateFilter
  onFilter: (changes: Partial<TemplateFilter>) => void
  view: View
  onView: (view: View) => void
}

export function TemplateToolbar({ all, shown, filter, onFilter, view, onView }: Props) {
  const { templates: texts } = useTexts()
  const types = templateTypes.filter((type) => all.some((template) => template.type === type))
  const usecases = [...new Set(all.flatMap((template) => template.usecases))].toSorted()
  return (
    <ListToolbar
      label={texts.search}
      query={filter.query}
      onQuery={(query) => onFilter({ query })}
      count={texts.count(shown, all.length)}
    >
      <FilterChip
        label={texts.ready}
        count={all.filter(isReady).length}
        isOn={filter.ready}
        onToggle={() => onFilter({ ready: !filter.ready })}
      />
      <Choice
        label={texts.type}
        any={texts.anyType}
        value={filter.type}
        options={types.map((type) => ({ value: type, label: texts.types[type] }))}
        onChange={(type) => onFilter({ type: type as TemplateType | '' })}
      />
      <Choice
        label={texts.usecase}
        any={texts.anyUsecase}
        value={filter.usecase}
        options={usecases.map((usecase) => ({ value: usecase, label: usecase }))}
        onChange={(usecase) => onFilter({ usecase })}
      />
      <Select
        variant="plain"
        className="template-filter"
        value={filter.sort}
        onChange={(_, sort) => sort && onFilter({ sort })}
        slotProps={{ button: { 'aria-label': texts.sort } }}
      >
        {templateSorts.map((sort) => (
          <Option key={sort} value={sort}>
            {texts.sorts[sort]}
          </Option>
        ))}
      </Select>
      <ViewSwitch view={view} onView={onView} words={texts} />
    </ListToolbar>
  )
}

type ChoiceProps = {
  label: string
  any: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

function Choice({ label, any, value, options, onChange }: ChoiceProps) {
  return (
    <Select
      className="template-filter"
      value={value}
      onChange={(_, next) => onChange(next ?? '')}
      slotProps={{ button: { 'aria-label': label } }}
    >
      <Option value="">{any}</Option>
      {options.map((option) => (
        <Option key={option.value} value={option.value}>
          {option.label}
        </Option>
      ))}
    </Select>
  )
}
