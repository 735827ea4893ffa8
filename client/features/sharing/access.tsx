import { Button } from '@mui/joy'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { useOpenFlowConfig } from '#client/components/flow-config-context.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { type SharedState, useShareSaving } from './use-sharing.ts'

/** Asks once before the flow becomes public: then anyone can spend the owner's balance. */
export function useMakePublic(flowId: string) {
  const { sharing: texts } = useTexts()
  const confirm = useConfirm()
  const { save, isSaving } = useShareSaving(flowId)

  async function setPublic(isPublic: boolean) {
    const question = {
      title: texts.makePublicTitle,
      description: texts.makePublicText,
      confirmButtonName: texts.makePublic,
    }
    if (!isPublic || (await confirm(question))) {
      await save({ isPublic })
    }
  }

  return { setPublic, isSaving }
}

/** What keeps visitors from the chat, with the one thing to do about it. */
export function Access({ state }: { state: SharedState }) {
  const { sharing: texts, shareChat } = useTexts()
  const { sharing } = state
  const { setPublic, isSaving } = useMakePublic(sharing.id)
  if (!sharing.isPublic) {
    return (
      <FormBanner tone="warning">
        <div className="grid gap-8">
          {shareChat.notPublic}
          <Button size="sm" disabled={isSaving} onClick={() => void setPublic(true)}>
            {texts.makePublic}
          </Button>
        </div>
      </FormBanner>
    )
  }
  return sharing.apiKeyId === null ? (
    <Protection state={state} />
  ) : (
    <FormBanner tone="warning">{shareChat.bound}</FormBanner>
  )
}

/** Which websites may show the chat, and how often its visitors may ask. */
export function Protection({ state: { sharing, sections } }: { state: SharedState }) {
  const { flowConfig, sharing: texts } = useTexts()
  const configure = useOpenFlowConfig()
  const { allowedDomains, rateLimit } = sections
  const domains = allowedDomains.allowedOrigins.filter((origin) => origin !== '').length
  const rows = [
    {
      section: 'allowedDomains' as const,
      isSet: domains > 0,
      value: domains > 0 ? texts.domainCount(domains) : texts.anyDomain,
    },
    {
      section: 'rateLimit' as const,
      isSet: rateLimit.status,
      value: rateLimit.status
        ? texts.rate(String(rateLimit.limitMax), String(rateLimit.limitDuration))
        : texts.noRateLimit,
    },
  ]
  return (
    <section className="grid gap-8" aria-labelledby="share-protect">
      <h3 id="share-protect">{texts.protect}</h3>
      <ul className="share-protection grid unpadded outlined round-md unlisted">
        {rows.map(({ section, isSet, value }) => (
          <li className="row spread gap-12 pad-10-14" key={section}>
            <div className="grid text-13 line-20">
              <b className="medium" id={`share-${section}`}>
                {flowConfig.names[section]}
              </b>
              <span className="text-secondary">{value}</span>
            </div>
            <Button
              size="sm"
              variant={isSet ? 'plain' : 'outlined'}
              color="neutral"
              aria-describedby={`share-${section}`}
              onClick={() => configure?.({ id: sharing.id, name: sharing.name, section })}
            >
              {isSet ? texts.changeSetting : texts.set}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
