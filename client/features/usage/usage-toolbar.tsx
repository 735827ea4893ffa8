import { Button, FormControl, FormHelperText, FormLabel, Input, Option, Select } from '@mui/joy'
import { ChartColumn, Table2 } from 'lucide-react'
import { SegmentedControl } from '#client/components/segmented-control.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { type Preset, presets } from './range.ts'
import type { UsageView } from './use-usage-view.ts'

type Props = {
  view: UsageView
  today: string
  flows: readonly { key: string; name: string }[]
}

export function UsageToolbar({ view, today, flows }: Props) {
  const { usage } = useTexts()
  const { range } = usage
  const { preset, chosen, change, isTable, grouping } = view

  const choosePreset = (next: Preset) =>
    change({
      range: next === 'days30' ? undefined : next,
      from: next === 'custom' ? chosen.from : undefined,
      to: next === 'custom' ? chosen.to : undefined,
    })

  return (
    <>
      <div className="usage-toolbar row wraps gap-8-12 margin-bottom-16">
        <SegmentedControl
          label={range.label}
          value={preset}
          options={presets.map((value) => ({ value, label: range[value] }))}
          onChange={choosePreset}
        />
        <FlowFilter view={view} flows={flows} />
        <span className="usage-space grows" />
        <SegmentedControl
          label={range.group}
          value={grouping}
          options={[
            { value: 'flow', label: range.byFlow },
            { value: 'model', label: range.byModel },
          ]}
          onChange={(by) => change({ by: by === 'flow' ? undefined : by })}
        />
        <Button
          className="usage-shape"
          variant="plain"
          color="neutral"
          startDecorator={isTable ? <ChartColumn size={16} /> : <Table2 size={16} />}
          onClick={() => change({ as: isTable ? undefined : 'table' })}
        >
          {isTable ? range.asChart : range.asTable}
        </Button>
      </div>
      {preset === 'custom' && <CustomRange view={view} today={today} />}
    </>
  )
}

function FlowFilter({ view, flows }: Pick<Props, 'view' | 'flows'>) {
  const { usage } = useTexts()
  const { flowId, change } = view
  const isListed = flowId === undefined || flows.some(({ key }) => key === flowId)
  const options = isListed ? flows : [...flows, { key: flowId, name: usage.range.oneFlow }]
  return (
    <Select
      variant="plain"
      className="usage-flow"
      value={flowId ?? ''}
      onChange={(_, next) => change({ flow: next || undefined })}
      slotProps={{ button: { 'aria-label': usage.range.flow } }}
    >
      <Option value="">{usage.range.allFlows}</Option>
      {options.map(({ key, name }) => (
        <Option key={key} value={key}>
          {name}
        </Option>
      ))}
    </Select>
  )
}

function CustomRange({ view, today }: { view: UsageView; today: string }) {
  const { usage } = useTexts()
  const { chosen, isRangeSound, change } = view
  return (
    <div className="usage-days flex wraps gap-12 margin-bottom-16 items-flex-end">
      {(['from', 'to'] as const).map((end) => (
        <FormControl key={end} error={!isRangeSound}>
          <FormLabel>{usage.range[end]}</FormLabel>
          <Input
            type="date"
            value={chosen[end]}
            slotProps={{ input: { max: today } }}
            onChange={({ target }) => target.value && change({ [end]: target.value })}
          />
        </FormControl>
      ))}
      {!isRangeSound && (
        <FormControl error>
          <FormHelperText role="alert">{usage.range.wrong}</FormHelperText>
        </FormControl>
      )}
    </div>
  )
}
