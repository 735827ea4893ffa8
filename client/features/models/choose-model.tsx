import { Button } from '@mui/joy'
import { type FormEvent, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { SettingSelect, SettingText } from '#client/components/setting-fields.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { type ModelPrice, modelPriceSchema } from '#shared/default-model.ts'
import type { Connected } from './connect-model-dialog.tsx'

type Props = { connected: Connected; onBack: () => void; onDone: () => void }

export function ChooseModel({ connected: { source, models, suggested }, onBack, onDone }: Props) {
  const { models: texts } = useTexts()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const [model, setModel] = useState(suggested ?? '')
  const isLocal = source.from === 'local'
  const [price, setPrice] = useState<ModelPrice>(() => priceOf(isLocal ? '0' : ''))
  const [isTried, setTried] = useState(false)
  const set = trpc.defaultModel.set.useMutation({
    onSuccess: (chosen) => {
      void utils.invalidate()
      toasts.success(texts.done(chosen.model))
      onDone()
    },
  })
  const known = models.find(({ name }) => name === model)?.price
  const isPriced = Boolean(known) || modelPriceSchema.safeParse(price).success

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (model && isPriced) {
      set.mutate({ source, model, ...(!known && { price }) })
    }
  }

  return (
    <form className="connect-model grid gap-24" noValidate onSubmit={submit}>
      <SettingSelect
        label={texts.model}
        name="model"
        required
        value={model || null}
        issue={undefined}
        help={known ? texts.price(known.inputUsdPerMillion, known.outputUsdPerMillion) : undefined}
        options={models.map(({ name }) => ({ value: name, label: name }))}
        onChange={(next) => {
          setModel(next)
          set.reset()
        }}
      />
      {!known && <PriceFields price={price} isLocal={isLocal} isTried={isTried} onChange={setPrice} />}
      {set.error && <FormBanner>{errorText(set.error)}</FormBanner>}
      <p className="connect-note text-13 line-18 text-tertiary" role="status">
        {set.isPending ? texts.testing : texts.testNote}
      </p>
      <div className="connect-actions flex gap-8 at-end">
        <Button variant="plain" color="neutral" disabled={set.isPending} onClick={onBack}>
          {texts.back}
        </Button>
        <Button type="submit" loading={set.isPending}>
          {texts.useAsDefault}
        </Button>
      </div>
    </form>
  )
}

type PriceProps = {
  price: ModelPrice
  isLocal: boolean
  isTried: boolean
  onChange: (price: ModelPrice) => void
}

/** Price fields for a model missing from the price table. Without a price its usage could not be charged. */
function PriceFields({ price, isLocal, isTried, onChange }: PriceProps) {
  const { models: texts } = useTexts()
  const issues = new Set(
    modelPriceSchema.safeParse(price).error?.issues.map(({ path: [name] }) => name as keyof ModelPrice),
  )
  const field = (name: keyof ModelPrice, label: string) => (
    <SettingText
      numeric
      required
      name={name}
      label={label}
      placeholder="0.25"
      value={price[name]}
      issue={isTried && issues.has(name) ? texts.priceFault : undefined}
      onChange={(value) => onChange({ ...price, [name]: value })}
    />
  )
  return (
    <fieldset className="connect-price unpadded borderless">
      <legend>{texts.priceTitle}</legend>
      <p className="connect-note text-13 line-18 text-tertiary">
        {isLocal ? texts.priceLocal : texts.priceText}
      </p>
      <div className="connect-pair grid gap-12 margin-top-12 two-columns">
        {field('inputUsdPerMillion', texts.priceInput)}
        {field('outputUsdPerMillion', texts.priceOutput)}
      </div>
    </fieldset>
  )
}

function priceOf(amount: string): ModelPrice {
  return { inputUsdPerMillion: amount, outputUsdPerMillion: amount }
}
