import { Button } from '@mui/joy'
import { trpc } from '#client/api/trpc.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { ModelOffers, ModelSource } from '#shared/default-model.ts'
import type { Connected } from './connect-model-dialog.tsx'
import { KeyForm } from './key-form.tsx'

type Props = { onConnected: (connected: Connected) => void }

export function ChooseSource({ onConnected }: Props) {
  const { models: texts } = useTexts()
  const errorText = useErrorText()
  const offers = trpc.defaultModel.offers.useQuery(undefined, { staleTime: 0, gcTime: 0 })
  const connect = trpc.defaultModel.connect.useMutation()
  const connectTo = (source: ModelSource) =>
    connect.mutate({ source }, { onSuccess: (found) => onConnected({ ...found, source }) })
  const requested = connect.variables?.source
  const isKey = requested?.from === 'key'

  return (
    <div className="connect-model grid gap-24">
      <Offers
        offers={offers.data}
        isLooking={offers.isPending}
        pending={connect.isPending && !isKey ? requested : undefined}
        isDisabled={connect.isPending}
        onUse={connectTo}
      />
      {connect.error && !isKey && <FormBanner>{errorText(connect.error)}</FormBanner>}
      <section aria-label={texts.withKey}>
        <h3 className="text-primary">{texts.withKey}</h3>
        <KeyForm
          action={texts.check}
          isBusy={connect.isPending && isKey}
          error={isKey && connect.error ? connect.error.message : undefined}
          onSubmit={connectTo}
        />
      </section>
    </div>
  )
}

type OffersProps = {
  offers: ModelOffers | undefined
  isLooking: boolean
  pending: ModelSource | undefined
  isDisabled: boolean
  onUse: (source: ModelSource) => void
}

function Offers({ offers, isLooking, pending, isDisabled, onUse }: OffersProps) {
  const { models: texts } = useTexts()
  const rows = useOfferRows(offers)
  if (isLooking) {
    return (
      <p className="connect-looking text-13 line-18 text-tertiary" role="status">
        {texts.looking}
      </p>
    )
  }
  return rows.length === 0 ? null : (
    <section aria-label={texts.found}>
      <h3 className="text-primary">{texts.found}</h3>
      <ul className="connect-offers unpadded clips outlined round-md unlisted">
        {rows.map(({ mark, name, text, source }) => (
          <li key={JSON.stringify(source)} className="connect-offer grid gap-12 pad-10-12 items-center">
            <span className="connect-mark centered text-primary outlined round-sm" aria-hidden="true">
              {mark}
            </span>
            <span>
              <strong className="block breaks-anywhere text-14 line-20 semibold text-primary">{name}</strong>
              <small className="block breaks-anywhere text-12 line-16 text-tertiary">{text}</small>
            </span>
            <Button
              size="sm"
              variant="outlined"
              color="neutral"
              aria-label={texts.connectNamed(name)}
              disabled={isDisabled}
              loading={pending !== undefined && JSON.stringify(pending) === JSON.stringify(source)}
              onClick={() => onUse(source)}
            >
              {texts.use}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Row = { mark: string; name: string; text: string; source: ModelSource }

function useOfferRows(offers: ModelOffers | undefined): Row[] {
  const { models: texts } = useTexts()
  const { local = [], environment = [], credentials = [] } = offers ?? {}
  return [
    ...local.map(({ service, address, models }): Row => {
      const text = texts.at(address, models.length)
      return { mark: marks[service], name: texts.services[service], text, source: { from: 'local', service } }
    }),
    ...environment.map(({ name, service }): Row => {
      const text = texts.isSet(texts.services[service])
      return { mark: marks[service], name, text, source: { from: 'environment', name } }
    }),
    ...credentials.map(({ id, name, service }): Row => {
      const text = texts.isShared(texts.services[service])
      return { mark: marks[service], name, text, source: { from: 'credential', id } }
    }),
  ]
}

const marks = {
  openai: 'Oa',
  anthropic: 'An',
  google: 'Gg',
  compatible: 'Ms',
  ollama: 'Ol',
  lmstudio: 'Ls',
  llamacpp: 'Lc',
} as const
