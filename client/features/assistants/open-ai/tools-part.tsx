import { Button } from '@mui/joy'
import { RefreshCw } from 'lucide-react'
import { trpc } from '#client/api/trpc.ts'
import { SettingSwitch } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { openAiLimits } from '#shared/open-ai-assistants.ts'
import { FileRows } from './file-rows.tsx'
import { sendFiles } from './send-files.ts'
import { StorePart } from './store-part.tsx'
import { contentsInput, type Form } from './use-open-ai-form.ts'

export type ToolProps = {
  form: Form
  onChange: (changes: Partial<Form>) => void
  onProblem: (error: unknown) => void
}

/** File search and code interpreter, each with its files, as OpenAI has them now. */
export function ToolsPart({ form, onChange, onProblem }: ToolProps) {
  const { form: texts } = useTexts().assistants.openAi
  const errorText = useErrorText()
  const { credential, vectorStoreId, codeFiles, codeInterpreter, fileSearch } = form
  const contents = trpc.assistants.openAi.contents.useQuery(contentsInput(form), {
    enabled: credential !== '' && (vectorStoreId !== '' || codeFiles.length > 0),
    staleTime: 0,
    retry: false,
  })
  const missing = contents.data?.missing ?? []
  const refresh = () => void contents.refetch()

  async function addCodeFiles(files: File[]) {
    const sent = await sendFiles(files, { credential }).catch(onProblem)
    if (sent) {
      onChange({ codeFiles: [...codeFiles, ...sent] })
    }
  }

  const forget = () =>
    onChange({
      codeFiles: codeFiles.filter(({ id }) => !missing.includes(id)),
      ...(missing.includes(vectorStoreId) && { vectorStoreId: '' }),
    })

  return (
    <section className="grid gap-16" aria-label={texts.tools}>
      <div className="row gap-8 spread">
        <h3 className="assistant-remote-head">{texts.tools}</h3>
        <Button
          size="sm"
          variant="plain"
          color="neutral"
          startDecorator={<RefreshCw size={14} />}
          loading={contents.isFetching}
          disabled={credential === ''}
          onClick={refresh}
        >
          {texts.sync}
        </Button>
      </div>
      {contents.error && (
        <p role="alert" className="text-13 line-20 text-danger">
          {errorText(contents.error)}
        </p>
      )}
      {missing.length > 0 && (
        <div role="alert" className="assistant-missing row wraps gap-8 round-sm text-13 line-20">
          {texts.missing(missing.length)}
          <Button size="sm" variant="outlined" color="neutral" onClick={forget}>
            {texts.forget}
          </Button>
        </div>
      )}
      <SettingSwitch
        label={texts.fileSearch}
        checked={fileSearch}
        help={texts.fileSearchHelp}
        onChange={(on) => onChange({ fileSearch: on })}
      />
      {fileSearch && (
        <StorePart
          form={form}
          files={contents.data?.store?.files ?? []}
          onChange={onChange}
          onProblem={onProblem}
          onChanged={refresh}
        />
      )}
      <SettingSwitch
        label={texts.codeInterpreter}
        checked={codeInterpreter}
        help={texts.codeInterpreterHelp}
        onChange={(on) => onChange({ codeInterpreter: on })}
      />
      {codeInterpreter && (
        <FileRows
          label={texts.codeFiles(codeFiles.length, openAiLimits.codeFiles)}
          add={texts.addCodeFiles}
          files={codeFiles}
          disabled={credential === '' || codeFiles.length >= openAiLimits.codeFiles}
          hint={credential === '' ? texts.credentialFirst : undefined}
          onAdd={addCodeFiles}
          onRemove={async (file) => onChange({ codeFiles: codeFiles.filter(({ id }) => id !== file.id) })}
        />
      )}
      {form.functions.length > 0 && (
        <p className="text-13 line-20 text-secondary">{texts.functions(form.functions.join(', '))}</p>
      )}
    </section>
  )
}
