import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { credentialOf } from '#shared/flow-file.ts'
import type { TemplateInput } from '#shared/nodes.ts'
import { viewOf } from '../card/card-view.ts'
import { isFilled } from '../graph/shape.ts'
import { Choice } from '../popups/choice.tsx'
import { useCanvasStore } from '../store/use-canvas.ts'
import { type FieldProps, namesOf } from './field-props.ts'
import { describeNames, toggle, withNone } from './options-field.tsx'
import { noticeOf } from './query-notice.ts'

type Request = { name: string; loadMethod: string; inputs: Record<string, unknown>; credential?: string }

/** One or several of what the server can name: models, indexes. It is asked when the list is opened. */
export function AsyncOptionsField({ input, value, onChange, id, labelId, node }: FieldProps) {
  const { nodes, canvasFields } = useTexts()
  const store = useCanvasStore()
  const [request, setRequest] = useState<Request>()
  const query = trpc.nodes.loadOptions.useQuery(request ?? { name: '', loadMethod: '' }, {
    enabled: request !== undefined,
    retry: false,
    staleTime: 60_000,
  })
  const multiple = input.type === 'asyncMultiOptions'
  const options = query.data ?? []
  const names = chosenNames(value, multiple)
  const gone =
    query.data !== undefined && names.some((name) => !options.some((option) => option.name === name))

  // The list depends on the credential and on the other fields as they are now.
  function load() {
    const found = store.getState().graph.nodes.get(node ?? '')
    const data = found?.data
    const credential = data && credentialOf(data)
    const params = found ? viewOf(found, store.getState().templates).shape.params : []
    setRequest({
      name: data?.name ?? '',
      loadMethod: input.loadMethod ?? '',
      inputs: askedInputs(data?.inputs ?? {}, params),
      ...(credential && { credential }),
    })
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
        bad={gone}
        action={
          query.data && {
            name: canvasFields.refresh(input.label),
            icon: RefreshCw,
            run() {
              load()
              void query.refetch()
            },
          }
        }
        notice={noticeOf(query, nodes.loadingOptions)}
        onOpen={load}
        onPick={(name) => onChange(multiple ? toggle(names, name) : name)}
      >
        {describeNames(names, options) || nodes.choose}
      </Choice>
      {gone && (
        <small className="field-fault" role="status">
          {nodes.noLongerOffered}
        </small>
      )}
    </>
  )
}

function chosenNames(value: unknown, multiple: boolean): string[] {
  if (multiple) {
    return namesOf(value)
  }
  return value === undefined || value === null || value === '' ? [] : [String(value)]
}

const askedTypes = new Set(['string', 'number', 'boolean', 'options', 'asyncOptions'])
const longest = 300

/** The short settings that choices may depend on. Secrets and long texts have no place in an address. */
function askedInputs(inputs: Record<string, unknown>, params: readonly TemplateInput[]) {
  const asked = params.filter(({ name, type }) => askedTypes.has(type) && isFilled(inputs[name]))
  return Object.fromEntries(
    asked
      .map(({ name }) => [name, inputs[name]] as const)
      .filter(([, value]) => String(value).length <= longest),
  )
}
