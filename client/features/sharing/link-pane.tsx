import { Button, FormControl, FormHelperText, FormLabel, Switch } from '@mui/joy'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { CopyLine } from '#client/components/copy-line.tsx'
import { useOpenFlowConfig } from '#client/components/flow-config-context.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { type SharedState, useShareSaving } from './use-sharing.ts'

export function LinkPane({ state }: { state: SharedState }) {
  const { sharing: texts } = useTexts()
  const confirm = useConfirm()
  const { sharing } = state
  const { isPublic, apiKeyId } = sharing
  const { save, isSaving } = useShareSaving(sharing.id)

  async function toggle(next: boolean) {
    const question = {
      title: texts.makePublicTitle,
      description: texts.makePublicText,
      confirmButtonName: texts.makePublic,
    }
    if (!next || (await confirm(question))) {
      await save({ isPublic: next })
    }
  }

  return (
    <div className="share-link stack scrolls gap-28">
      <FormControl orientation="horizontal" className="share-public">
        <Switch
          checked={isPublic}
          disabled={isSaving}
          onChange={({ target }) => void toggle(target.checked)}
        />
        <div>
          <FormLabel>{texts.public}</FormLabel>
          <FormHelperText>{isPublic ? texts.publicOn : texts.publicOff}</FormHelperText>
        </div>
      </FormControl>
      {isPublic && (
        <>
          <section className="grid gap-8" aria-labelledby="share-address">
            <h3 id="share-address">{texts.address}</h3>
            {apiKeyId === null ? (
              <p>{texts.addressText}</p>
            ) : (
              <FormBanner tone="warning">{texts.addressBound}</FormBanner>
            )}
            <CopyLine
              label={texts.address}
              text={`${sharing.baseUrl ?? location.origin}/api/v1/prediction/${sharing.id}`}
            />
          </section>
          <Protection state={state} />
        </>
      )}
    </div>
  )
}

function Protection({ state: { sharing, sections } }: { state: SharedState }) {
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
