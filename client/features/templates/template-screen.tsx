import './templates.css'
import { Button } from '@mui/joy'
import { ChevronLeft, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { FlowFingerprint } from '#client/components/fingerprint.tsx'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { labelText, nodeText } from '#client/texts/node-texts.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { Kind } from '#shared/kinds.ts'
import type { Template } from '#shared/templates.ts'
import { findSimilar } from './arrange-templates.ts'
import { NeedsChips } from './needs-chips.tsx'
import { TemplateCard } from './template-card.tsx'
import { TemplateSkeletons } from './template-skeletons.tsx'
import { type TemplatePaths, UseTemplateDialog } from './use-template-dialog.tsx'

type Props = {
  paths: TemplatePaths
  /** Renders the interactive graph; the default is a static picture. */
  renderGraph?: (template: Template) => ReactNode
}

export function TemplateScreen({ paths, renderGraph }: Props) {
  const { templates: texts } = useTexts()
  const [language] = useLanguage()
  const { id = '' } = useParams()
  const template = trpc.templates.get.useQuery({ id, language })
  return (
    <>
      <Link
        to={paths.gallery}
        className="template-back inline-row gap-4 text-13 text-secondary no-underline underlined-on-hover min-height-32 margin-bottom-8"
      >
        <ChevronLeft size={16} aria-hidden="true" />
        {texts.back}
      </Link>
      <AsyncView query={template} errorTitle={texts.openFailed} skeleton={<TemplateSkeletons />}>
        {(complete) => (
          <Page key={complete.id} template={complete} paths={paths} graph={renderGraph?.(complete)} />
        )}
      </AsyncView>
    </>
  )
}

type PageProps = { template: Template; paths: TemplatePaths; graph: ReactNode }

function Page({ template, paths, graph }: PageProps) {
  const { templates: texts } = useTexts()
  const [isUsing, setUsing] = useState(false)
  const { name, description, source, type, usecases, needs, steps } = template
  const isTool = type === 'Tool'
  return (
    <>
      <PageHeader
        title={name}
        text={[texts.types[type], ...usecases].join(' · ')}
        action={
          <div className="template-actions flex wraps gap-8">
            {source === 'own' && <DeleteButton template={template} path={paths.gallery} />}
            {!isTool && (
              <Button component={Link} to={paths.preview(template.id)} variant="outlined" color="neutral">
                {texts.preview}
              </Button>
            )}
            <Button onClick={() => setUsing(true)}>{isTool ? texts.useTool : texts.use}</Button>
          </div>
        }
      />
      <div className="template-page grid gap-24 items-start">
        <Picture template={template} graph={graph} />
        <div className="template-about">
          <section className="margin-bottom-20">
            <h2 className="text-14 line-20 semibold">{texts.whatItDoes}</h2>
            <p>{description}</p>
          </section>
          <section className="margin-bottom-20">
            <h2 className="text-14 line-20 semibold">{texts.whatItNeeds}</h2>
            <NeedsChips needs={needs} />
            {needs.missing.length > 0 && (
              <p className="template-missing text-13 line-18 breaks-anywhere text-danger">
                {texts.missingNodes(needs.missing.join(', '))}
              </p>
            )}
          </section>
          {steps.length > 0 && (
            <section className="margin-bottom-20">
              <h2 className="text-14 line-20 semibold">{texts.steps}</h2>
              <ol className="template-steps grid gap-10 unpadded unlisted">
                {steps.map(({ label, text, kind }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two steps may be named alike
                  <li className="flex gap-10 text-13 line-18 text-tertiary" key={index}>
                    <KindGlyph kind={kind as Kind} size={12} silent />
                    <span>
                      <strong className="block medium text-primary">{labelText(label)}</strong>
                      {nodeText(text)}
                    </span>
                  </li>
                ))}
              </ol>
            </section>
          )}
        </div>
      </div>
      <Similar template={template} paths={paths} />
      {isUsing && <UseTemplateDialog template={template} paths={paths} onClose={() => setUsing(false)} />}
    </>
  )
}

type PictureProps = { template: Template; graph: ReactNode }

function Picture({ template: { name, thumbnail, tool }, graph }: PictureProps) {
  const { templates: texts } = useTexts()
  if (tool) {
    return (
      <section className="template-code scrolls surface outlined round-md" aria-label={texts.code}>
        <pre className="code-12">{tool.func ?? ''}</pre>
      </section>
    )
  }
  return (
    <figure
      className="template-picture centered relative clips line-below round-md"
      aria-label={texts.picture(name)}
    >
      {graph ?? <FlowFingerprint thumbnail={thumbnail} width={400} height={236} />}
    </figure>
  )
}

function Similar({ template, paths }: { template: Template; paths: TemplatePaths }) {
  const { templates: texts } = useTexts()
  const [language] = useLanguage()
  const navigate = useNavigate()
  const { data = [] } = trpc.templates.gallery.useQuery({ language })
  const similar = findSimilar(data, template)
  if (similar.length === 0) {
    return null
  }
  return (
    <section className="template-similar">
      <h2 className="text-14 line-20 semibold">{texts.similar}</h2>
      <ul className="template-grid grid unpadded unlisted flush gap-20">
        {similar.map((each) => (
          <TemplateCard
            key={each.id}
            template={each}
            path={paths.template(each.id)}
            onUse={({ id }) => navigate(paths.template(id))}
          />
        ))}
      </ul>
    </section>
  )
}

function DeleteButton({ template: { id, name }, path }: { template: Template; path: string }) {
  const { templates: texts } = useTexts()
  const confirm = useConfirm()
  const toasts = useToasts()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  const removal = trpc.templates.remove.useMutation()

  async function remove() {
    const agreed = await confirm({
      title: texts.deleteTitle(name),
      description: texts.deleteText,
      confirmButtonName: texts.delete,
      danger: true,
    })
    if (agreed) {
      removal.mutate(
        { id },
        {
          onSuccess: async () => {
            await utils.templates.gallery.invalidate()
            toasts.info(texts.deleted(name))
            navigate(path)
          },
          onError: (error) => toasts.error(`${texts.deleteFailed(name)} ${errorText(error)}`),
        },
      )
    }
  }

  return (
    <Button
      variant="outlined"
      color="neutral"
      startDecorator={<Trash2 size={15} />}
      disabled={removal.isPending}
      onClick={() => void remove()}
    >
      {texts.delete}
    </Button>
  )
}
