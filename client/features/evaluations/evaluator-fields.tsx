import { FormControl, FormHelperText, FormLabel, Input, Option, Select, Switch, Textarea } from '@mui/joy'
import { useState } from 'react'
import { DefaultOrOtherModel } from '#client/components/default-or-other-model.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { EvaluatorConfig } from '#shared/evaluators.ts'
import { type ModelChoice, noModelChosen } from '#shared/writing.ts'

type Props = {
  config: EvaluatorConfig
  onChange: (config: EvaluatorConfig) => void
  /** Shows what is missing. */
  isTried: boolean
}

/** The fields of one type of evaluator. */
export function EvaluatorFields({ config, onChange, isTried }: Props) {
  const { fields } = useTexts().evaluations
  switch (config.kind) {
    case 'exact':
      return <CaseSwitch config={config} onChange={onChange} />
    case 'contains':
      return (
        <>
          <Area
            label={fields.containsText}
            value={config.text}
            onChange={(text) => onChange({ ...config, text })}
          />
          <Toggle
            label={fields.isForbidden}
            checked={config.isForbidden}
            onChange={(isForbidden) => onChange({ ...config, isForbidden })}
          />
          <CaseSwitch config={config} onChange={onChange} />
        </>
      )
    case 'regex':
      return (
        <>
          <Area
            code
            label={fields.pattern}
            value={config.pattern}
            onChange={(pattern) => onChange({ ...config, pattern })}
          />
          <CaseSwitch config={config} onChange={onChange} />
        </>
      )
    case 'schema':
      return (
        <Area
          code
          label={fields.schema}
          value={config.schema}
          onChange={(schema) => onChange({ ...config, schema })}
        />
      )
    case 'numeric':
      return <NumericFields config={config} onChange={onChange} />
    case 'script':
      return (
        <Area
          code
          label={fields.code}
          help={fields.codeHelp}
          value={config.code}
          onChange={(code) => onChange({ ...config, code })}
        />
      )
    case 'tool':
      return (
        <FormControl>
          <FormLabel>{fields.tool}</FormLabel>
          <Input value={config.tool} onChange={({ target }) => onChange({ ...config, tool: target.value })} />
        </FormControl>
      )
    case 'judge':
      return <JudgeFields config={config} onChange={onChange} isTried={isTried} />
  }
}

type Judge = Extract<EvaluatorConfig, { kind: 'judge' }>
type JudgeProps = { config: Judge; onChange: (config: Judge) => void; isTried: boolean }

function JudgeFields({ config, onChange, isTried }: JudgeProps) {
  const { fields } = useTexts().evaluations
  // The other model remains while the default one is tried.
  const [choice, setChoice] = useState(config.model ?? noModelChosen)
  function choose(model: ModelChoice) {
    setChoice(model)
    onChange({ ...config, model })
  }
  return (
    <>
      <Area
        label={fields.rubric}
        help={fields.rubricHelp}
        value={config.rubric}
        onChange={(rubric) => onChange({ ...config, rubric })}
      />
      <DefaultOrOtherModel
        name="judge"
        label={fields.judgedBy}
        choice={choice}
        usesDefault={config.model === null}
        setUsesDefault={(usesDefault) => onChange({ ...config, model: usesDefault ? null : choice })}
        setProvider={(provider) => choose({ ...noModelChosen, provider })}
        change={(change) => choose({ ...choice, ...change })}
        isTried={isTried}
      />
    </>
  )
}

type Numeric = Extract<EvaluatorConfig, { kind: 'numeric' }>

function NumericFields({ config, onChange }: { config: Numeric; onChange: (config: Numeric) => void }) {
  const { fields } = useTexts().evaluations
  return (
    <>
      <FormControl>
        <FormLabel>{fields.measure}</FormLabel>
        <Select value={config.measure} onChange={(_, measure) => measure && onChange({ ...config, measure })}>
          {(['answer', 'seconds', 'usd'] as const).map((each) => (
            <Option key={each} value={each}>
              {fields.measures[each]}
            </Option>
          ))}
        </Select>
      </FormControl>
      <FormControl>
        <FormLabel>{fields.compare}</FormLabel>
        <Select value={config.compare} onChange={(_, compare) => compare && onChange({ ...config, compare })}>
          {(['equals', 'atMost', 'atLeast'] as const).map((each) => (
            <Option key={each} value={each}>
              {fields.compares[each]}
            </Option>
          ))}
        </Select>
      </FormControl>
      <FormControl>
        <FormLabel>{fields.value}</FormLabel>
        <Input
          type="number"
          value={config.value ?? ''}
          slotProps={{ input: { step: 'any' } }}
          onChange={({ target }) =>
            onChange({ ...config, value: target.value === '' ? null : Number(target.value) })
          }
        />
      </FormControl>
      <FormControl>
        <FormLabel>{fields.tolerance}</FormLabel>
        <Input
          type="number"
          value={config.tolerance}
          slotProps={{ input: { step: 'any', min: 0 } }}
          onChange={({ target }) => onChange({ ...config, tolerance: Math.max(0, Number(target.value)) })}
        />
      </FormControl>
    </>
  )
}

type Cased = Extract<EvaluatorConfig, { ignoresCase: boolean }>

function CaseSwitch({ config, onChange }: { config: Cased; onChange: (config: Cased) => void }) {
  const { fields } = useTexts().evaluations
  return (
    <Toggle
      label={fields.ignoresCase}
      checked={config.ignoresCase}
      onChange={(ignoresCase) => onChange({ ...config, ignoresCase })}
    />
  )
}

type ToggleProps = { label: string; checked: boolean; onChange: (checked: boolean) => void }

function Toggle({ label, checked, onChange }: ToggleProps) {
  return (
    <FormControl orientation="horizontal" sx={{ gap: 3, justifyContent: 'space-between' }}>
      <FormLabel>{label}</FormLabel>
      <Switch checked={checked} onChange={({ target }) => onChange(target.checked)} />
    </FormControl>
  )
}

type AreaProps = {
  label: string
  value: string
  onChange: (text: string) => void
  help?: string
  code?: boolean
}

function Area({ label, value, onChange, help, code = false }: AreaProps) {
  return (
    <FormControl>
      <FormLabel>{label}</FormLabel>
      <Textarea
        minRows={3}
        maxRows={14}
        value={value}
        sx={code ? { fontFamily: 'code' } : {}}
        onChange={({ target }) => onChange(target.value)}
      />
      {help && <FormHelperText>{help}</FormHelperText>}
    </FormControl>
  )
}
