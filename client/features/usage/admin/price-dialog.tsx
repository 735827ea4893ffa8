import { Button } from '@mui/joy'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { formatMoney } from '#client/components/format-money.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { toShownPrice, unitOf } from '#shared/price-units.ts'
import { formatUnitPrice } from '../figures.ts'
import { type PriceForm, priceForm, servicePriceForm, suspiciousPrice } from './price-form.ts'
import type { PriceRow } from './prices-page.tsx'
import { TokenPriceFields } from './token-price-fields.tsx'

const defaultInput = 1_000
const defaultOutput = 500
const MILLION = 1_000_000

/** Adds a new version of a price. Past charges do not change. */
export function PriceDialog({ edited, onClose }: { edited: PriceRow | 'new'; onClose: () => void }) {
  const { usage, common } = useTexts()
  const [language] = useLanguage()
  const errorText = useErrorText()
  const toasts = useToasts()
  const confirm = useConfirm()
  const utils = trpc.useUtils()
  const before = edited === 'new' ? undefined : edited
  const [banner, setBanner] = useState<unknown>(null)
  const [named, setNamed] = useState({ provider: before?.provider ?? '', model: before?.model ?? '' })
  const unit = unitOf(named)
  const [typed, setTyped] = useState({
    input: before?.inputUsdPerMillion ?? '',
    output: before?.outputUsdPerMillion ?? '',
  })

  const setPrice = trpc.usage.setPrice.useMutation({
    onSuccess: async (_, { model }) => {
      await utils.usage.invalidate()
      toasts.success(usage.prices.saved(model))
      onClose()
    },
    onError: (error) => setBanner(form.showServerErrors(error) ? null : error),
  })

  async function save(price: PriceForm) {
    const suspicious = suspiciousPrice(price, unit)
    const isConfirmed =
      suspicious === undefined ||
      (await confirm({
        ...meaningOf(formatUnitPrice(suspicious, unit, language)),
        confirmButtonName: usage.prices.confirm,
        danger: true,
      }))
    if (isConfirmed) {
      setPrice.mutate({ ...price, confirmed: suspicious !== undefined })
    }
  }
  const meaningOf = (amount: string) =>
    unit === 'token'
      ? { title: usage.prices.confirmTitle, description: usage.prices.confirmText(amount) }
      : {
          title: usage.prices.confirmService,
          description: usage.prices.confirmServiceText(amount, usage.units.per[unit]),
        }
  const form = useForm<PriceForm>(unit === 'token' ? priceForm : servicePriceForm(unit, before), save)
  const field = { errors: form.errors, autoComplete: 'off' }
  const example = (defaultInput * Number(typed.input) + defaultOutput * Number(typed.output)) / MILLION

  return (
    <Dialog
      title={before ? usage.prices.editOf(before.model) : usage.prices.addTitle}
      description={usage.prices.dialogText}
      size="m"
      onClose={onClose}
      locked={setPrice.isPending}
      form={form.handlers}
      footer={
        <>
          <Button variant="plain" color="neutral" disabled={setPrice.isPending} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" disabled={setPrice.isPending}>
            {setPrice.isPending ? common.saving : common.save}
          </Button>
        </>
      }
    >
      {banner !== null && <FormBanner>{errorText(banner)}</FormBanner>}
      <div className="form-grid grid gap-16 halves">
        <FormField
          {...field}
          required
          label={usage.columns.provider}
          name="provider"
          defaultValue={before?.provider}
          readOnly={before !== undefined}
          onChange={({ target }) => setNamed({ ...named, provider: target.value.trim() })}
          autoFocus={before === undefined}
        />
        <FormField
          {...field}
          required
          label={usage.columns.model}
          name="model"
          defaultValue={before?.model}
          readOnly={before !== undefined}
          onChange={({ target }) => setNamed({ ...named, model: target.value.trim() })}
        />
        {unit === 'token' ? (
          <TokenPriceFields before={before} field={field} typed={typed} onTyped={setTyped} />
        ) : (
          <FormField
            {...field}
            required
            key={unit}
            label={usage.prices.each(usage.units.per[unit])}
            name="price"
            defaultValue={before && toShownPrice(before.inputUsdPerMillion, unit)}
            startDecorator="$"
            autoFocus={before !== undefined}
          />
        )}
      </div>
      {unit === 'token' && example > 0 && (
        <p
          className="form-note text-13 text-primary round-sm pad-10-14 backdrop-glaze margin-16-0-0"
          role="status"
        >
          {usage.prices.example(formatMoney(example, language, 6))}
        </p>
      )}
    </Dialog>
  )
}
