import {
  Button,
  FormControl,
  FormHelperText,
  FormLabel,
  Input,
  Option,
  Select,
  Skeleton,
  Stack,
  Switch,
} from '@mui/joy'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useUrlState } from '#client/components/use-url-state.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { PublishGate } from '#shared/evaluations.ts'
import type { EvaluationPaths } from './evaluation-paths.ts'
import { listOf } from './list-of.ts'
import { PublishDialog } from './publish-dialog.tsx'

type Props = { flowId: string; paths: EvaluationPaths; onRun: () => void }

/** *Run before publishing*: the settings, and a check of the draft as it is. */
export function ChecksTab({ flowId, paths, onRun }: Props) {
  const gate = trpc.evaluations.gate.get.useQuery({ flowId })
  const { params, change } = useUrlState()
  return (
    <AsyncView query={gate} skeleton={<Skeleton variant="rectangular" height={240} />}>
      {(found) => (
        <>
          <GateForm
            key={JSON.stringify(found)}
            gate={found}
            flowId={flowId}
            onCheck={() => change({ publish: '1' })}
          />
          {params.get('publish') !== null && (
            <PublishDialog
              flowId={flowId}
              paths={paths}
              onRun={onRun}
              onClose={() => change({ publish: undefined })}
            />
          )}
        </>
      )}
    </AsyncView>
  )
}

type FormProps = { gate: PublishGate; flowId: string; onCheck: () => void }

function GateForm({ gate, flowId, onCheck }: FormProps) {
  const { evaluations } = useTexts()
  const { gate: texts } = evaluations
  const [form, setForm] = useState(gate)
  const sets = trpc.datasets.ofFlow.useQuery({ flowId })
  const utils = trpc.useUtils()
  const toasts = useToasts()
  const errorText = useErrorText()
  const put = (changes: Partial<PublishGate>) => setForm({ ...form, ...changes })
  const save = trpc.evaluations.gate.save.useMutation({
    onSuccess: async () => {
      await utils.evaluations.gate.get.invalidate({ flowId })
      toasts.success(texts.saved)
    },
    onError: (error) => toasts.error(errorText(error)),
  })
  return (
    <Stack
      component="form"
      sx={{ gap: 4, maxWidth: 560 }}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ flowId, ...form })
      }}
    >
      <Toggle
        label={texts.isOn}
        help={texts.isOnHelp}
        checked={form.isOn}
        onChange={(isOn) => put({ isOn })}
      />
      <FormControl>
        <FormLabel>{texts.dataset}</FormLabel>
        <Select value={form.datasetId} onChange={(_, datasetId) => put({ datasetId })}>
          {(sets.data ? listOf(sets.data) : []).map(({ id, name }) => (
            <Option key={id} value={id}>
              {name}
            </Option>
          ))}
        </Select>
      </FormControl>
      <NumberField
        label={texts.passLine}
        value={form.passLine}
        max={1}
        onChange={(passLine) => put({ passLine: passLine ?? 0 })}
      />
      <Toggle label={texts.needsMust} checked={form.needsMust} onChange={(needsMust) => put({ needsMust })} />
      <Toggle
        label={texts.needsNotWorse}
        checked={form.needsNotWorse}
        onChange={(needsNotWorse) => put({ needsNotWorse })}
      />
      <NumberField
        label={texts.maxCost}
        value={form.maxCostIncrease}
        onChange={(maxCostIncrease) => put({ maxCostIncrease })}
      />
      <NumberField
        label={texts.maxMedian}
        value={form.maxMedianMs === null ? null : form.maxMedianMs / 1_000}
        onChange={(value) => put({ maxMedianMs: value === null ? null : Math.round(value * 1_000) })}
      />
      <Stack direction="row" sx={{ gap: 2 }}>
        <Button type="submit" loading={save.isPending}>
          {evaluations.save}
        </Button>
        <Button variant="outlined" color="neutral" onClick={onCheck}>
          {texts.check}
        </Button>
      </Stack>
    </Stack>
  )
}

type ToggleProps = { label: string; help?: string; checked: boolean; onChange: (checked: boolean) => void }

function Toggle({ label, help, checked, onChange }: ToggleProps) {
  return (
    <FormControl>
      <Stack direction="row" sx={{ gap: 3, justifyContent: 'space-between' }}>
        <FormLabel>{label}</FormLabel>
        <Switch checked={checked} onChange={({ target }) => onChange(target.checked)} />
      </Stack>
      {help && <FormHelperText>{help}</FormHelperText>}
    </FormControl>
  )
}

type NumberProps = {
  label: string
  value: number | null
  max?: number
  onChange: (value: number | null) => void
}

function NumberField({ label, value, max, onChange }: NumberProps) {
  return (
    <FormControl>
      <FormLabel>{label}</FormLabel>
      <Input
        type="number"
        value={value ?? ''}
        slotProps={{ input: { min: 0, max, step: 'any' } }}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      />
    </FormControl>
  )
}
