import { ListChecks, Plus, RefreshCw, X } from 'lucide-react'
import { useState } from 'react'
import { toAppError } from '#client/api/errors.ts'
import { trpc } from '#client/api/trpc.ts'
import { useUser } from '#client/api/use-session.ts'
import { useOpenToolDialog } from '#client/components/tool-dialog-context.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { componentInputs, configCredential } from '#shared/component-config.ts'
import { credentialOf } from '#shared/flow-file.ts'
import type { TemplateInput } from '#shared/nodes.ts'
import { useStepOptions } from '../agent/step-options.ts'
import { namesOf } from '../graph/field-values.ts'
import type { GraphNode, Templates } from '../graph/flow-graph.ts'
import { isFilled } from '../graph/shape.ts'
import { Choice, type ChoiceListProps, type Option } from '../popups/popups.ts'
import { viewOf } from '../store/card-view.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import type { FieldProps } from './field-props.ts'

export function OptionsField({ input, value, onChange, id, labelId }: FieldProps) {
  const { nodes } = useTexts()
  const options = input.options ?? []
  const chosen = options.find(({ name }) => name === value)
  const isMissing = !chosen && value !== undefined && value !== ''
  return (
    <Choice
      id={id}
      labelId={labelId}
      label={input.label}
      options={withNone(options, input.optional ? nodes.none : undefined)}
      chosen={[String(value ?? '')]}
      bad={isMissing}
      onPick={onChange}
    >
      {chosen?.label ?? (isMissing ? String(value) : nodes.choose)}
    </Choice>
  )
}

export function MultiOptionsField(props: FieldProps) {
  const { input, value, onChange, id, labelId, place } = props
  const { nodes, canvasFields } = useTexts()
  const options = input.options ?? []
  const names = namesOf(value)
  const isAll = options.every(({ name }) => names.includes(name))
  const choice = {
    label: input.label,
    options,
    chosen: names,
    multiple: true,
    onPick: (name: string) => onChange(toggle(names, name)),
    action: {
      name: isAll ? canvasFields.chooseNone : canvasFields.chooseAll,
      icon: ListChecks,
      run: () => onChange(isAll ? '' : JSON.stringify(options.map(({ name }) => name))),
    },
  }
  return place === 'card' ? (
    <Choice id={id} labelId={labelId} {...choice}>
      {describeNames(names, options) || nodes.choose}
    </Choice>
  ) : (
    <span className="field-well field-chips wraps row gap-6 grows shrinks text-primary borderless round-4 body-13 text-left">
      {names.map((name) => (
        <ChosenChip
          key={name}
          label={options.find((option) => option.name === name)?.label ?? name}
          onRemove={() => onChange(toggle(names, name))}
        />
      ))}
      <Choice id={id} labelId={labelId} {...choice}>
        {names.length === 0 ? nodes.choose : ''}
      </Choice>
    </span>
  )
}

function ChosenChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  const { canvasFields } = useTexts()
  return (
    <span className="field-chip">
      {label}
      <button
        type="button"
        className="icon-button"
        aria-label={canvasFields.unchoose(label)}
        onClick={onRemove}
      >
        <X size={12} />
      </button>
    </span>
  )
}

/** Adds or removes a name. Returns the JSON text that files store. */
export function toggle(names: readonly string[], name: string): string {
  const next = names.includes(name) ? names.filter((each) => each !== name) : [...names, name]
  return next.length > 0 ? JSON.stringify(next) : ''
}

/** Labels of the chosen options: the first two, then a count. */
function describeNames(names: readonly string[], options: readonly Option[]): string {
  const labels = names.map((name) => options.find((option) => option.name === name)?.label ?? name)
  return labels.length > 2 ? `${labels.slice(0, 2).join(', ')} +${labels.length - 2}` : labels.join(', ')
}

/** Optional fields get a first option that clears them. */
export function withNone(options: readonly Option[], none: string | undefined): readonly Option[] {
  return none === undefined ? options : [{ name: '', label: none }, ...options]
}

/** Options from the server, such as models or indexes, requested when the list opens. */
export function AsyncOptionsField({ input, value, onChange, id, labelId, node, component }: FieldProps) {
  const { nodes, canvasFields } = useTexts()
  const store = useCanvasStore()
  const [request, setRequest] = useState<OptionRequest>()
  const query = trpc.nodes.loadOptions.useQuery(request ?? { name: '', loadMethod: '' }, {
    enabled: request !== undefined,
    retry: false,
    staleTime: 60_000,
  })
  const own = useStepOptions(input, component ? undefined : node)
  const makeTool = useMakeTool(input, onChange)
  const multiple = input.type === 'asyncMultiOptions'
  const options = own ?? query.data ?? []
  const names = chosenNames(value, multiple)
  const components = useComponents(input, names)
  const missing =
    (own ?? query.data) !== undefined &&
    !input.freeSolo &&
    names.some((name) => !options.some((option) => option.name === name))

  function load() {
    if (own) {
      return
    }
    const { graph, templates } = store.getState()
    setRequest(
      component
        ? requestOfComponent(component, input, templates)
        : requestOf(graph.nodes.get(node ?? ''), input, templates),
    )
  }

  return (
    <>
      <Choice
        id={id}
        labelId={labelId}
        label={input.label}
        options={multiple ? options : withNone(options, input.optional ? nodes.none : undefined)}
        chosen={names}
        multiple={multiple}
        bad={missing}
        action={
          makeTool ??
          (query.data && {
            name: canvasFields.refresh(input.label),
            icon: RefreshCw,
            run() {
              load()
              void query.refetch()
            },
          })
        }
        notice={noticeOf(query, nodes.loadingOptions)}
        onOpen={load}
        onPick={(name) => onChange(multiple ? toggle(names, name) : name)}
      >
        {describeNames(names, [...options, ...components]) || nodes.choose}
      </Choice>
      {missing && (
        <small className="field-issue block full-width text-12 line-16 text-danger" role="status">
          {nodes.noLongerOffered}
        </small>
      )}
    </>
  )
}

/** Components have their labels before the options have been requested. */
function useComponents({ loadConfig }: TemplateInput, names: readonly string[]): readonly Option[] {
  const summaries = useCanvas((state) => state.summaries)
  return loadConfig ? names.flatMap((name) => summaries.get(name) ?? []) : []
}

function chosenNames(value: unknown, multiple: boolean): string[] {
  if (multiple) {
    return namesOf(value)
  }
  return value === undefined || value === null || value === '' ? [] : [String(value)]
}

/** Adds "new tool" to lists of the user's tools, if the user may create one; the stored tool is selected. */
function useMakeTool({ name, loadMethod }: FieldProps['input'], onChange: FieldProps['onChange']) {
  const { canvasHabits } = useTexts()
  const open = useOpenToolDialog()
  const isAdmin = useUser()?.role === 'ADMIN'
  const utils = trpc.useUtils()
  if (!(open && isAdmin && name === 'selectedTool' && loadMethod === 'listTools')) {
    return undefined
  }
  return {
    name: canvasHabits.newTool,
    icon: Plus,
    run: () =>
      open(({ id }) => {
        void utils.nodes.loadOptions.invalidate()
        onChange(id)
      }),
  }
}

type Query = { data: unknown; isError: boolean; error: unknown; isFetching: boolean; refetch: () => unknown }

/** Replaces the options while they are loading or after a failure. */
export function noticeOf(query: Query, loading: string): ChoiceListProps['notice'] {
  if (query.isError) {
    return { text: toAppError(query.error).message, bad: true, onRetry: () => void query.refetch() }
  }
  return query.isFetching && query.data === undefined ? { text: loading } : undefined
}

/** Request for the options of a field. */
export type OptionRequest = {
  name: string
  loadMethod: string
  inputs: Record<string, unknown>
  credential?: string
}

const requestTypes = new Set(['string', 'number', 'boolean', 'options', 'asyncOptions'])
const maxOptions = 300

/** The options depend on the credential and on the current values of other fields. */
export function requestOf(
  node: GraphNode | undefined,
  input: Pick<TemplateInput, 'loadMethod'>,
  templates: Templates,
): OptionRequest {
  const data = node?.data
  const credential = data && credentialOf(data)
  const params = node ? viewOf(node, templates).shape.params : []
  return {
    name: data?.name ?? '',
    loadMethod: input.loadMethod ?? '',
    inputs: requestInputs(data?.inputs ?? {}, params),
    ...(credential && { credential }),
  }
}

type ComponentOf = NonNullable<FieldProps['component']>

function requestOfComponent(
  { name, config }: ComponentOf,
  { loadMethod = '' }: TemplateInput,
  templates: Templates,
): OptionRequest {
  const credential = configCredential(config)
  const inputs = requestInputs(config, componentInputs(templates.get(name)))
  return { name, loadMethod, inputs, ...(credential && { credential }) }
}

/** The short settings that options may depend on. The request is an address, so secrets and long texts stay out. */
function requestInputs(inputs: Record<string, unknown>, params: readonly TemplateInput[]) {
  const requested = params.filter(({ name, type }) => requestTypes.has(type) && isFilled(inputs[name]))
  return Object.fromEntries(
    requested
      .map(({ name }) => [name, inputs[name]] as const)
      .filter(([, value]) => String(value).length <= maxOptions),
  )
}
