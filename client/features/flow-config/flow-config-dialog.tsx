import './flow-config.css'
import './example.css'
import { Button } from '@mui/joy'
import { ChevronLeft } from 'lucide-react'
import { type FocusEvent, type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { AsyncView } from '#client/components/async-view.tsx'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import type { ConfiguredFlow } from '#client/components/flow-config-context.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { phoneScreen, useMediaQuery } from '#client/components/use-media-query.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { ConfigSection, FlowConfig } from '#shared/flow-sections.ts'
import { sectionPages } from './section-list.ts'
import { SectionRail } from './section-rail.tsx'
import { type ConfigForm, useConfigForm } from './use-config-form.ts'

type Props = { flow: ConfiguredFlow; onClose: () => void }

/** Settings of a flow, by section. They take effect at once, independent of draft and publication. */
export function FlowConfigDialog({ flow, onClose }: Props) {
  const { flowConfig: texts } = useTexts()
  const isPhone = useMediaQuery(phoneScreen)
  const form = useConfigForm(flow.id)
  // Phones show one page at a time and start with the list.
  const [chosen, setChosen] = useState<ConfigSection | undefined>(flow.section)
  const section = chosen ?? (isPhone ? undefined : 'rateLimit')
  const [last, setLast] = useState(section)
  const leave = useLeave(form, onClose)

  function show(next: ConfigSection | undefined) {
    form.forgetError()
    setChosen(next)
    setLast((before) => next ?? before)
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    if (section && !(await form.save(section))) {
      requestAnimationFrame(() => element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    }
  }

  return (
    <Dialog
      title={texts.title}
      description={texts.of(flow.name)}
      size="l"
      flush
      onClose={leave}
      locked={form.isSaving}
      form={{ onSubmit, noValidate: true }}
      {...(section && form.query.data && { footer: <Foot form={form} section={section} /> })}
    >
      <div className="flow-config grid text-primary line-above" data-part={section ? 'page' : 'list'}>
        <AsyncView query={form.query} errorTitle={texts.loadFailed}>
          {(config) => (
            <>
              {(!isPhone || section === undefined) && (
                <SectionRail config={config} form={form} section={section} last={last} onSection={show} />
              )}
              {section && (
                <SectionPage
                  key={section}
                  config={config}
                  form={form}
                  section={section}
                  {...(isPhone && { onBack: () => show(undefined) })}
                />
              )}
            </>
          )}
        </AsyncView>
      </div>
    </Dialog>
  )
}

function useLeave({ dirty }: ConfigForm, onClose: () => void) {
  const { flowConfig: texts } = useTexts()
  const confirm = useConfirm()
  return async () => {
    const names = dirty.map((section) => texts.names[section]).join(', ')
    const question = {
      title: texts.leaveTitle,
      description: texts.leaveText(names),
      confirmButtonName: texts.leave,
      danger: true,
    }
    if (dirty.length === 0 || (await confirm(question))) {
      onClose()
    }
  }
}

type PageProps<Section extends ConfigSection> = {
  config: FlowConfig
  form: ConfigForm
  section: Section
  onBack?: () => void
}

function SectionPage<Section extends ConfigSection>({ config, form, section, onBack }: PageProps<Section>) {
  const { flowConfig: texts } = useTexts()
  const errorText = useErrorText()
  const head = useRef<HTMLHeadingElement>(null)
  const { Page } = sectionPages[section]

  // On a phone the page replaces the list, so the focus moves for screen reader users.
  const isAlone = onBack !== undefined
  useLayoutEffect(() => {
    if (isAlone) {
      head.current?.focus()
    }
  }, [isAlone])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears which of its fields was left
    <div
      className="config-page stack scrolls gap-18"
      onBlur={({ target }: FocusEvent) => {
        const path = target.getAttribute('name')
        if (path && target.closest('[name]') && 'value' in target && target.value !== '') {
          form.touch(section, path)
        }
      }}
    >
      {onBack && (
        <Button
          size="sm"
          variant="plain"
          color="neutral"
          className="config-back"
          startDecorator={<ChevronLeft size={16} />}
          onClick={onBack}
        >
          {texts.back}
        </Button>
      )}
      <header>
        <h3 ref={head} tabIndex={-1}>
          {texts.names[section]}
        </h3>
        <p className="text-13 line-18 text-secondary">{texts.effects[section]}</p>
      </header>
      {form.error && <FormBanner>{errorText(form.error)}</FormBanner>}
      <Page
        value={form.currentOf(config, section)}
        onChange={(value) => form.edit(section, value)}
        issueOf={form.issuesOf(section)}
        config={config}
      />
    </div>
  )
}

function Foot({ form, section }: { form: ConfigForm; section: ConfigSection }) {
  const { flowConfig: texts } = useTexts()
  const isDirty = form.isDirty(section)
  return (
    <>
      <p className="config-state row gap-8 shrinks text-13 line-18 text-secondary" role="status">
        {isDirty && (
          <>
            <StatusDot state="draft" />
            {texts.unsaved}
          </>
        )}
        {!isDirty && (form.lastSaved === section ? texts.saved : texts.atOnce)}
      </p>
      <Button
        variant="plain"
        color="neutral"
        disabled={!isDirty || form.isSaving}
        onClick={() => form.discard(section)}
      >
        {texts.discard}
      </Button>
      <Button type="submit" disabled={!isDirty || form.isSaving}>
        {form.isSaving ? texts.saving : texts.save}
      </Button>
    </>
  )
}
