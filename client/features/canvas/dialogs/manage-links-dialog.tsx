import { Button, FormControl, FormLabel, Input, Option, Select } from '@mui/joy'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FormField } from '#client/components/form-field.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { FetchLinks } from '#shared/fetch-links.ts'
import { namesOf } from '../graph/field-values.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import type { FieldDialogProps } from './dialogs.tsx'
import './manage-links.css'

type Method = FetchLinks['relativeLinksMethod']
const methods: readonly Method[] = ['webCrawl', 'scrapeXMLSitemap']
const MAX_LINKS = 1_000

/** The pages a scraper reads: fetched by the server, then edited. */
export function ManageLinksDialog({ node, nodeLabel, value, onClose }: FieldDialogProps) {
  const { canvas, canvasTools, common } = useTexts()
  const texts = canvasTools.links
  const store = useCanvasStore()
  const utils = trpc.useUtils()
  const confirm = useConfirm()
  const errorText = useErrorText()
  const [stored] = useState(() => {
    const { url, relativeLinksMethod, limit } = store.getState().graph.nodes.get(node)?.data.inputs ?? {}
    const method: Method = relativeLinksMethod === 'scrapeXMLSitemap' ? 'scrapeXMLSitemap' : 'webCrawl'
    return { url: String(url ?? ''), method, limit: String(limit ?? 10), links: namesOf(value) }
  })
  const [form, setForm] = useState(stored)
  const [isSubmitted, setSubmitted] = useState(false)
  const [search, setSearch] = useState<{ isBusy: boolean; error?: unknown; found?: number }>({
    isBusy: false,
  })
  const change = (parts: Partial<typeof stored>) => setForm((before) => ({ ...before, ...parts }))
  const written = form.links.map((link) => link.trim()).filter((link) => link !== '')
  const isChanged = JSON.stringify({ ...form, links: written }) !== JSON.stringify(stored)

  async function fetchLinks() {
    const limit = Math.max(0, Math.min(MAX_LINKS, Math.trunc(Number(form.limit)) || 0))
    setSearch({ isBusy: true })
    try {
      const { links } = await utils.nodes.fetchLinks.fetch(
        { url: form.url.trim(), relativeLinksMethod: form.method, limit: String(limit) },
        { staleTime: 0, retry: false },
      )
      change({ links: [...new Set([...written, ...links])] })
      setSearch({ isBusy: false, found: links.length })
    } catch (error) {
      setSearch({ isBusy: false, error })
    }
  }

  async function close() {
    const options = { title: canvas.discardTitle, confirmButtonName: canvas.discard, danger: true }
    if (!isChanged || (await confirm(options))) {
      onClose()
    }
  }

  /** Pages and their source are saved as one step. */
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (!written.every(isLink)) {
      return
    }
    if (isChanged) {
      const inputs = {
        url: form.url.trim(),
        relativeLinksMethod: form.method,
        limit: form.limit,
        selectedLinks: [...new Set(written)],
      }
      store.getState().act({ name: 'edit', what: texts.title }, (graph) => {
        const before = graph.nodes.get(node)
        if (!before) {
          return graph
        }
        const data = { ...before.data, inputs: { ...before.data.inputs, ...inputs } }
        return { ...graph, nodes: new Map([...graph.nodes, [node, { ...before, data }]]) }
      })
    }
    onClose()
  }

  return (
    <Dialog
      title={texts.title}
      description={`${nodeLabel}. ${texts.text}`}
      size="l"
      form={{ onSubmit, noValidate: true }}
      onClose={close}
      footer={
        <>
          <span className="expand-count text-tertiary self-center pushed-left" role="status">
            {search.isBusy
              ? texts.fetching
              : search.found === undefined
                ? texts.count(written.length)
                : `${texts.found(search.found)} ${texts.count(written.length)}`}
          </span>
          <Button variant="plain" color="neutral" onClick={close}>
            {common.cancel}
          </Button>
          <Button type="submit">{texts.save}</Button>
        </>
      }
    >
      {search.error !== undefined && <FormBanner>{errorText(search.error)}</FormBanner>}
      <div className="links-search grid gap-12 margin-bottom-20">
        <FormField
          label={texts.url}
          name="url"
          type="url"
          errors={{}}
          value={form.url}
          onChange={({ target }) => change({ url: target.value })}
        />
        <FormControl>
          <FormLabel>{texts.method}</FormLabel>
          <Select value={form.method} onChange={(_, method) => method && change({ method })}>
            {methods.map((method) => (
              <Option key={method} value={method}>
                {texts.methods[method]}
              </Option>
            ))}
          </Select>
        </FormControl>
        <FormControl>
          <FormLabel>{texts.limit}</FormLabel>
          <Input
            type="number"
            title={texts.limitHint}
            slotProps={{ input: { min: 0, max: MAX_LINKS, step: 1 } }}
            value={form.limit}
            onChange={({ target }) => change({ limit: target.value })}
          />
        </FormControl>
        <Button
          variant="outlined"
          color="neutral"
          loading={search.isBusy}
          disabled={form.url.trim() === ''}
          onClick={() => void fetchLinks()}
        >
          {texts.fetch}
        </Button>
      </div>
      <LinkRows links={form.links} showsIssues={isSubmitted} onChange={(links) => change({ links })} />
    </Dialog>
  )
}

type Props = { links: readonly string[]; showsIssues: boolean; onChange: (links: string[]) => void }

export function isLink(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** The chosen pages, one per line, to edit or remove. */
export function LinkRows({ links, showsIssues, onChange }: Props) {
  const { links: texts } = useTexts().canvasTools
  const list = useRef<HTMLUListElement>(null)

  function focusRow(index: number) {
    requestAnimationFrame(() => list.current?.querySelectorAll('input')[index]?.focus())
  }

  return (
    <section aria-label={texts.list}>
      <header className="links-head row gap-12">
        <h3>{texts.list}</h3>
        <button
          type="button"
          className="link-button"
          onClick={() => {
            onChange([...links, ''])
            focusRow(links.length)
          }}
        >
          <Plus size={14} aria-hidden="true" /> {texts.add}
        </button>
        {links.length > 0 && (
          <button type="button" className="link-button" onClick={() => onChange([])}>
            {texts.clear}
          </button>
        )}
      </header>
      {links.length === 0 && <p className="choice-note text-tertiary pad-10-12">{texts.none}</p>}
      <ul className="links-rows unpadded unlisted margin-8-0-0" ref={list}>
        {links.map((link, index) => {
          const isWrong = showsIssues && link.trim() !== '' && !isLink(link.trim())
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity besides its position, since its text changes
            <li className="grid" key={index}>
              <input
                className="input-box full-width text-primary surface outlined-strong"
                type="url"
                value={link}
                aria-label={texts.link(index + 1)}
                aria-invalid={isWrong}
                onChange={({ target }) =>
                  onChange(links.map((each, at) => (at === index ? target.value : each)))
                }
              />
              <button
                type="button"
                className="icon-button"
                aria-label={texts.remove(index + 1)}
                onClick={() => {
                  onChange(links.filter((_, at) => at !== index))
                  focusRow(Math.min(index, links.length - 2))
                }}
              >
                <X size={15} />
              </button>
              {isWrong && (
                <small className="text-12 line-16" role="alert">
                  {texts.notUrl}
                </small>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
