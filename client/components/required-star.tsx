import { useTexts } from '#client/texts/texts.tsx'

/** The star is drawn by CSS so that it is not part of the label; screen readers get a word instead. */
export function RequiredStar() {
  const { common } = useTexts()
  return <i className="required-star" role="img" aria-label={common.required} title={common.required} />
}
