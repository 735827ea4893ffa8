import { useState } from 'react'
import { toAppError } from '#client/api/errors.ts'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { credentialOf } from '#shared/flow-file.ts'
import { Choice } from '../popups/choice.tsx'
import { useCanvasStore } from '../store/use-canvas.ts'
import { type FieldProps, namesOf } from './field-props.ts'
import { describeNames, toggle, withNone } from './options-field.tsx'

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
  const names = multiple ? namesOf(value) : [value].filter((each) => each !== undefined && each !== '').map(String)
  const gone = query.data !== undefined && names.some((name) => !options.some((option) => option.name === name))

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

  const notice = query.isError
    ? { text: toAppError(query.error).message, bad: true, onRetry: () => void query.refetch() }
    : query.isFetching && options.length === 0
      ? { text: nodes.loadingOptions }
      : undefined
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
        notice={notice}
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

/** Links say nothing about what can be chosen, and would only ask anew when they change. */
function ownInputs(inputs: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(inputs).filter(([, value]) => !JSON.stringify(value ?? '').includes('.data.instance}}')),
  )
}
