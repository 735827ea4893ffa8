import { useTexts } from '#client/texts/texts.tsx'

/** A star for the eye, drawn by the style sheet so that it is no part of the label, and a word for screen readers. */
export function RequiredStar() {
  const { common } = useTexts()
  return <i className="required-star" role="img" aria-label={common.required} title={common.required} />
}
