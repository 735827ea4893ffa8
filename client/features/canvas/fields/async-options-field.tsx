import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { credentialOf } from '#shared/flow-file.ts'
import { Choice } from '../popups/choice.tsx'
import { useCanvasStore } from '../store/use-canvas.ts'
import { type FieldProps, namesOf } from './field-props.ts'
import { describeNames, toggle, withNone } from './options-field.tsx'
import { noticeOf } from './query-notice.ts'

type Request = { name: string; loadMethod: string; inputs: Record<string, unknown>; credential?: string }

/** One or several of what the server can name: models, indexes. It is asked when the list is opened. */
export function AsyncOptionsField({ input, value, onChange, id, labelId, node }: FieldProps) {
  const { nodes } = useTexts()
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
    const data = store.getState().graph.nodes.get(node ?? '')?.data
    const credential = data && credentialOf(data)
    setRequest({
      name: data?.name ?? '',
      loadMethod: input.loadMethod ?? '',
      inputs: ownInputs(data?.inputs ?? {}),
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

/** Links say nothing about what can be chosen, and would only ask anew when they change. */
function ownInputs(inputs: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(inputs).filter(([, value]) => !JSON.stringify(value ?? '').includes('.data.instance}}')),
  )
}
