import { useState } from 'react'
import { useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormFooter } from '#client/components/form-footer.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { AssistantPaths } from '../assistant-paths.ts'
import { type Row, toCustom } from './open-ai-details.ts'

type Props = { row: Row; paths: AssistantPaths; onClose: () => void }

/** Shows what the custom assistant gets before it is created. */
export function MoveDialog({ row, paths, onClose }: Props) {
  const { moving: texts } = useTexts().assistants.openAi
  const errorText = useErrorText()
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  const [problem, setProblem] = useState<unknown>()
  const adding = trpc.assistants.custom.add.useMutation({
    onSuccess({ id }) {
      void utils.assistants.custom.list.invalidate()
      void navigate(paths.editor(id))
    },
    onError: setProblem,
  })
  const details = toCustom(row, row.credential)
  const tools = toolLines(row, texts)
  return (
    <Dialog
      title={texts.title(row.name)}
      description={texts.text}
      size="m"
      onClose={onClose}
      locked={adding.isPending}
      form={{
        noValidate: true,
        onSubmit(event) {
          event.preventDefault()
          adding.mutate({ name: details.name, details })
        },
      }}
      footer={
        <FormFooter submit={texts.submit} busy={texts.busy} isBusy={adding.isPending} onCancel={onClose} />
      }
    >
      {problem !== undefined && <FormBanner>{errorText(problem)}</FormBanner>}
      <dl className="assistant-move grid text-14 line-20">
        <dt>{texts.name}</dt>
        <dd>{details.name}</dd>
        <dt>{texts.model}</dt>
        <dd>ChatOpenAI · {row.model}</dd>
        <dt>{texts.instruction}</dt>
        <dd className="assistant-moved-text">{details.instruction || texts.noInstruction}</dd>
        <dt>{texts.tools}</dt>
        <dd>
          {tools.length === 0 ? (
            texts.nothing
          ) : (
            <ul className="flush pad-left-20">
              {tools.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </dd>
      </dl>
    </Dialog>
  )
}

type Words = {
  codeInterpreter: string
  fileSearch: (count: number) => string
  functions: (names: string) => string
}

function toolLines({ tools, functions, searchFiles }: Row, words: Words): string[] {
  return [
    ...(tools.includes('file_search') ? [words.fileSearch(searchFiles)] : []),
    ...(tools.includes('code_interpreter') ? [words.codeInterpreter] : []),
    ...(functions.length > 0 ? [words.functions(functions.join(', '))] : []),
  ]
}
