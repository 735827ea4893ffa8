import { Button } from '@mui/joy'
import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { NodeField } from '#client/components/node-form/node-field.tsx'
import type { Values } from '#client/components/node-form/node-values.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import type { ComponentChoice, DocumentStore } from '#shared/stores.ts'
import { DEFAULT_TOP_K, overridesOf, queryFields, TOP_K } from './query-fields.ts'
import { SliderField } from './slider-field.tsx'

type Props = {
  store: DocumentStore
  template: NodeTemplate
  trial: Values
  onTrial: (trial: Values) => void
  /** Beside results the settings can be folded away. */
  fold?: 'open' | 'closed'
}

/** Search settings. Flows read them once they are saved. */
export function QuerySettings({ store, template, trial, onTrial, fold }: Props) {
  const { stores } = useTexts()
  const texts = stores.query
  const saved = store.vectorStoreConfig?.config ?? {}
  const values: Values = { ...saved, ...trial }
  const fields = queryFields(template)
  const set = (name: string) => (value: unknown) => onTrial({ ...trial, [name]: value })
  const content = (
    <div className="stack gap-16">
      {fields.some(({ name }) => name === TOP_K) && (
        <SliderField
          label={texts.topK}
          value={Number(values[TOP_K]) || DEFAULT_TOP_K}
          {...{ min: 1, max: 20, step: 1 }}
          onChange={set(TOP_K)}
        />
      )}
      {fields.map((field) =>
        field.name === TOP_K ? null : field.name === 'minScore' ? (
          <SliderField
            key={field.name}
            label={field.label}
            value={Number(values.minScore) || 0}
            {...{ min: 0, max: 1, step: 0.01 }}
            onChange={set(field.name)}
          />
        ) : (
          <NodeField
            key={field.name}
            template={template}
            field={field}
            values={values}
            isMissing={false}
            onChange={set(field.name)}
          />
        ),
      )}
      <SaveConfig store={store} trial={trial} onSaved={() => onTrial({})} />
    </div>
  )
  if (fold) {
    return (
      <details className="query-settings surface outlined round-md margin-bottom-16" open={fold === 'open'}>
        <summary className="pressable text-13 medium">{texts.settings}</summary>
        {content}
      </details>
    )
  }
  return (
    <section className="query-settings surface outlined round-md" aria-label={texts.settings}>
      <h2 className="row gap-10">
        <KindGlyph kind="retriever" silent />
        {texts.settings}
        <span className="pushed-right text-12 text-tertiary regular truncate">{template.label}</span>
      </h2>
      {content}
    </section>
  )
}

type SaveProps = { store: DocumentStore; trial: Values; onSaved: () => void }

function SaveConfig({ store, trial, onSaved }: SaveProps) {
  const { stores } = useTexts()
  const texts = stores.query
  const toasts = useToasts()
  const errorText = useErrorText()
  const confirm = useConfirm()
  const utils = trpc.useUtils()
  const choice = store.vectorStoreConfig
  const changes = overridesOf(trial, choice?.config ?? {})
  const saving = trpc.stores.updateConfig.useMutation({
    async onSuccess() {
      await utils.stores.get.invalidate({ id: store.id })
      onSaved()
      toasts.success(texts.configSaved)
    },
    onError: (error) => toasts.error(errorText(error)),
  })

  async function save() {
    const flows = store.whereUsed.map(({ name }) => name)
    const isConfirmed =
      flows.length === 0 ||
      (await confirm({
        title: texts.saveTitle,
        description: texts.saveText(flows.join(', ')),
        confirmButtonName: texts.save,
      }))
    if (isConfirmed && choice) {
      saving.mutate({
        storeId: store.id,
        vectorStoreName: choice.name,
        vectorStoreConfig: { ...choice.config, ...changes } as ComponentChoice['config'],
      })
    }
  }

  return (
    <div className="stack gap-8 line-above query-save">
      <Button
        variant="outlined"
        color="neutral"
        disabled={!changes || saving.isPending}
        onClick={() => void save()}
      >
        {texts.save}
      </Button>
      <p className="text-12 line-16 text-tertiary">{changes ? texts.unsaved : texts.same}</p>
    </div>
  )
}
