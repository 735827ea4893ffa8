import { FormControl, FormLabel, Option, Select } from '@mui/joy'
import { useState } from 'react'
import { FormField } from '#client/components/form-field.tsx'
import { formatLira } from '#client/components/format-lira.ts'
import { formatAverage, formatMoney, formatNumber } from '#client/components/format-money.ts'
import { Receipt } from '#client/components/receipt.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { ListPrice } from '#shared/usage.ts'
import { formatFullDay, formatPercent } from '../figures.ts'
import { estimateLira, estimateMonth, type Offer } from './estimate.ts'

const LARGEST = 10_000_000
const keyOf = ({ provider, model }: ListPrice) => `${provider}/${model}`

export function Calculator({ offer }: { offer: Offer }) {
  const { usage } = useTexts()
  const { public: texts } = usage
  const [habit, setHabit] = useState({ messagesADay: '100', tokensIn: '1500', tokensOut: '300' })
  const models = offer.prices.filter(({ unit }) => unit === 'token')
  const [key, setKey] = useState(keyOf(defaultModel(models)))
  const price = models.find((each) => keyOf(each) === key)
  const field = (name: keyof typeof habit, label: string, help?: string) => (
    <FormField
      label={label}
      name={name}
      errors={{}}
      help={help}
      value={habit[name]}
      autoComplete="off"
      slotProps={{ input: { inputMode: 'numeric' } }}
      onChange={({ target }) => setHabit({ ...habit, [name]: target.value.replaceAll(/\D/g, '') })}
    />
  )
  return (
    <section
      className="calculator grid surface outlined round-md pad-24 items-start"
      aria-labelledby="calculator"
    >
      <div>
        <h2 className="margin-bottom-16" id="calculator">
          {texts.calculator}
        </h2>
        <div className="form-stack grid gap-16">
          {field('messagesADay', texts.messages)}
          <FormControl>
            <FormLabel id="calculator-model">{texts.model}</FormLabel>
            <Select
              value={key}
              onChange={(_, next) => next && setKey(next)}
              slotProps={{
                button: { 'aria-labelledby': 'calculator-model' },
                listbox: { sx: { maxHeight: 320, overflow: 'auto' } },
              }}
            >
              {models.map((each) => (
                <Option key={keyOf(each)} value={keyOf(each)}>
                  {each.model}
                </Option>
              ))}
            </Select>
          </FormControl>
          {field('tokensIn', texts.tokensIn, texts.tokensInHelp)}
          {field('tokensOut', texts.tokensOut, texts.tokensOutHelp)}
        </div>
      </div>
      {price && (
        <output className="calculator-sum block">
          <Month
            offer={offer}
            price={price}
            habit={{
              messagesADay: toCount(habit.messagesADay),
              tokensIn: toCount(habit.tokensIn),
              tokensOut: toCount(habit.tokensOut),
            }}
          />
        </output>
      )}
    </section>
  )
}

type MonthProps = { offer: Offer; price: ListPrice; habit: Parameters<typeof estimateMonth>[1] }

function Month({ offer, price, habit }: MonthProps) {
  const { usage } = useTexts()
  const { public: texts } = usage
  const [language] = useLanguage()
  const { perMessage, messages, usd } = estimateMonth(price, habit)
  const lira = estimateLira(usd, offer)
  const { exchangeFeePercent, vatPercent, exchangeRate, rateDate } = offer
  const liraLines = lira
    ? [
        {
          label: texts.fee(formatPercent(exchangeFeePercent, language)),
          value: formatLira(lira.fee, language),
        },
        { label: texts.vat(formatPercent(vatPercent, language)), value: formatLira(lira.vat, language) },
        { label: texts.inLira, value: formatLira(lira.total, language), strong: true },
      ]
    : []
  return (
    <Receipt
      torn
      title={price.model}
      lines={[
        { label: texts.perMessage, value: formatAverage(perMessage, language) },
        { label: texts.messagesMonth, value: formatNumber(messages, language) },
        ...liraLines,
      ]}
      total={{ label: texts.inUsd, value: formatMoney(usd, language) }}
      foot={
        exchangeRate === null
          ? texts.noRate
          : texts.rateOf(
              formatLira(exchangeRate, language, 4),
              rateDate ? formatFullDay(rateDate, language) : '',
            )
      }
    />
  )
}

const toCount = (text: string) => Math.min(LARGEST, Number(text) || 0)

/** A mid-priced default: neither the cheapest model nor one of the sandbox. */
function defaultModel(prices: ListPrice[]): ListPrice {
  const [first] = prices
  const defaults = prices.find(({ model }) => model.endsWith('-mini')) ?? first
  if (!defaults) {
    throw new Error('The price list is empty.')
  }
  return defaults
}
