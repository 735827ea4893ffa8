import { Button, Switch } from '@mui/joy'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { SettingText } from '#client/components/setting-fields.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { AssistantKnowledge, AssistantPart } from '#shared/assistants.ts'
import { jsonRecord } from '#shared/store-calls.ts'
import { PartRow } from './part-row.tsx'
import { PickDialog } from './pick-dialog.tsx'
import type { Draft } from './use-assistant-draft.ts'

export function KnowledgeSection({ draft: { details, change } }: { draft: Draft }) {
  const { editor: texts } = useTexts().assistants
  const [isPicking, setPicking] = useState(false)
  const [fresh, setFresh] = useState<string>()
  const { data: stores = [] } = trpc.assistants.docStores.useQuery(undefined, { staleTime: 0 })
  const { documentStores: sources } = details
  const set = (next: AssistantKnowledge[]) => change({ documentStores: next })

  function pick(id: string) {
    const store = stores.find(({ name }) => name === id)
    if (store) {
      const { label, description, kind } = store
      setFresh(id)
      set([...sources, { id, name: label, description, kind, returnSourceDocuments: true }])
    }
    setPicking(false)
  }

  return (
    <section className="stack gap-8" data-field="documentStores">
      <div className="row gap-12 spread">
        <h2 className="assistant-label">{texts.knowledge}</h2>
        <button type="button" className="text-link text-13" onClick={() => setPicking(true)}>
          {texts.addKnowledge}
        </button>
      </div>
      {sources.length === 0 && <p className="text-13 text-tertiary">{texts.knowledgeNone}</p>}
      <ul className="unlisted unpadded stack gap-8" aria-label={texts.knowledge}>
        {sources.map((source, index) => (
          <Source
            key={source.id}
            {...{ source, index }}
            model={details.chatModel}
            isFresh={fresh === source.id}
            onChange={(next) => set(sources.with(index, next))}
            onRemove={() => set(sources.toSpliced(index, 1))}
          />
        ))}
      </ul>
      {isPicking && (
        <PickDialog
          title={texts.addKnowledge}
          kind="retriever"
          empty={texts.noSources}
          choices={stores
            .filter(({ name }) => !sources.some(({ id }) => id === name))
            .map(({ name, label, description, kind }) => ({
              key: name,
              name: label,
              note: [texts.kinds[kind], description].filter(Boolean).join(' · '),
            }))}
          onPick={pick}
          onClose={() => setPicking(false)}
        />
      )}
    </section>
  )
}

type SourceProps = {
  source: AssistantKnowledge
  index: number
  model: AssistantPart | null
  isFresh: boolean
  onChange: (source: AssistantKnowledge) => void
  onRemove: () => void
}

function Source({ source, index, model, isFresh, onChange, onRemove }: SourceProps) {
  const { editor: texts } = useTexts().assistants
  const { id, name, description, kind, returnSourceDocuments } = source
  return (
    <PartRow
      kind="retriever"
      index={index}
      name={name}
      note={[texts.kinds[kind], description].filter(Boolean).join(' · ')}
      isOpenAtFirst={isFresh}
      aside={
        <span className="row gap-8 text-12 text-secondary rigid">
          <span aria-hidden="true">{texts.showSources}</span>
          <Switch
            size="sm"
            checked={returnSourceDocuments}
            onChange={({ target }) => onChange({ ...source, returnSourceDocuments: target.checked })}
            slotProps={{ input: { 'aria-label': texts.showSources } }}
          />
        </span>
      }
      onRemove={onRemove}
    >
      <div className="stack gap-12">
        <SettingText
          label={texts.sourceName}
          name={`source.${index}.name`}
          required
          issue={undefined}
          value={name}
          onChange={(next) => onChange({ ...source, name: next })}
        />
        <SettingText
          label={texts.sourceDescription}
          name={`source.${index}.description`}
          required
          rows={2}
          issue={undefined}
          value={description}
          onChange={(next) => onChange({ ...source, description: next })}
        />
        <Describe id={id} model={model} onText={(next) => onChange({ ...source, description: next })} />
      </div>
    </PartRow>
  )
}

type DescribeProps = { id: string; model: AssistantPart | null; onText: (text: string) => void }

/** The chosen model reads samples of the source and describes them. */
function Describe({ id, model, onText }: DescribeProps) {
  const { editor: texts } = useTexts().assistants
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const writing = trpc.stores.toolDescription.useMutation({
    onSuccess: ({ content }) => onText(content),
    onError: (error) => toasts.error(errorText(error)),
    onSettled: () => void utils.wallet.get.invalidate(),
  })
  return (
    <Button
      size="sm"
      variant="outlined"
      color="neutral"
      disabled={!model || writing.isPending}
      sx={{ alignSelf: 'flex-start' }}
      onClick={() => {
        if (model) {
          const { name, credential } = model
          const inputs = jsonRecord.parse(model.inputs)
          writing.mutate({ id, selectedChatModel: { name, inputs, ...(credential && { credential }) } })
        }
      }}
    >
      {writing.isPending ? texts.describing : texts.describe}
    </Button>
  )
}
