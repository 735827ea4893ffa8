import { Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useUser } from '#client/api/use-session.ts'
import { useToolDoor } from '#client/components/tool-door.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { Choice } from '../popups/choice.tsx'
import { useCanvasStore } from '../store/use-canvas.ts'
import { type FieldProps, namesOf } from './field-props.ts'
import { type OptionRequest, requestOf } from './option-request.ts'
import { describeNames, toggle, withNone } from './options-field.tsx'
import { noticeOf } from './query-notice.ts'

/** One or several of what the server can name: models, indexes. It is asked when the list is opened. */
export function AsyncOptionsField({ input, value, onChange, id, labelId, node }: FieldProps) {
  const { nodes, canvasFields } = useTexts()
  const store = useCanvasStore()
  const [request, setRequest] = useState<OptionRequest>()
  const query = trpc.nodes.loadOptions.useQuery(request ?? { name: '', loadMethod: '' }, {
    enabled: request !== undefined,
    retry: false,
    staleTime: 60_000,
  })
  const makeTool = useMakeTool(input, onChange)
  const multiple = input.type === 'asyncMultiOptions'
  const options = query.data ?? []
  const names = chosenNames(value, multiple)
  const gone =
    query.data !== undefined && names.some((name) => !options.some((option) => option.name === name))

  function load() {
    const { graph, templates } = store.getState()
    setRequest(requestOf(graph.nodes.get(node ?? ''), input, templates))
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

/** Where one's own tools are listed, whoever may write them begins a new one there; it is chosen once it is stored. */
function useMakeTool({ name, loadMethod }: FieldProps['input'], onChange: FieldProps['onChange']) {
  const { canvasHabits } = useTexts()
  const open = useToolDoor()
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
