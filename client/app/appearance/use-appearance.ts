import './customized.css'
import { useEffect } from 'react'
import { useStorage } from '#client/components/use-storage.ts'

/** Default corner radius of a control, in px. */
const DEFAULT_RADIUS = 6
export const radii = [0, 3, DEFAULT_RADIUS, 10] as const
/** Ratio of the theme's radii to a control's radius. `xl` is always a pill. */
const radiusRatios = { xs: 2 / 3, sm: 1, md: 5 / 3, lg: 7 / 3 }

export const fontNames = ['plex', 'system', 'serif'] as const
export type FontName = (typeof fontNames)[number]
const fonts: Record<FontName, string | undefined> = {
  // The font of the theme.
  plex: undefined,
  system: 'system-ui, sans-serif',
  serif: 'Charter, Georgia, "Noto Serif", serif',
}

export const sizes = ['small', 'default', 'large', 'larger'] as const
export type TextSize = (typeof sizes)[number]
const zooms: Record<TextSize, string> = { small: '0.92', default: '1', large: '1.12', larger: '1.25' }

export const densities = ['roomy', 'compact'] as const
export type Density = (typeof densities)[number]

/** Avoids a schema: zod must not reach the sign-in page. Unknown values fall back to the default. */
function useOneOf<Value>(key: string, options: readonly Value[], fallback: Value) {
  const [stored, store] = useStorage<Value>(key, fallback)
  return [options.includes(stored) ? stored : fallback, store] as const
}

/** Product spec: appearance settings are stored in the browser under these keys. */
export function useCustomization() {
  const [fontFamily, setFontFamily] = useOneOf<FontName>('fontFamily', fontNames, 'plex')
  const [borderRadius, setBorderRadius] = useOneOf<number>('borderRadius', radii, DEFAULT_RADIUS)
  const [fontSize, setFontSize] = useOneOf<TextSize>('fontSize', sizes, 'default')
  const [density, setDensity] = useOneOf<Density>('density', densities, 'roomy')
  return {
    fontFamily,
    setFontFamily,
    borderRadius,
    setBorderRadius,
    fontSize,
    setFontSize,
    density,
    setDensity,
  }
}

/** The main menu as a bar under the top bar instead of a column beside the content. */
export function useHorizontal() {
  return useStorage('isHorizontal', false)
}

/** Applies the choices over the theme: inline properties on `<html>` override the theme's `:root`. */
export function useAppearance() {
  const { fontFamily, borderRadius, fontSize, density } = useCustomization()

  useEffect(() => {
    const { style, dataset } = document.documentElement
    const setProperty = (name: string, value: string | undefined) =>
      value === undefined ? style.removeProperty(name) : style.setProperty(name, value)
    for (const [step, factor] of Object.entries(radiusRatios)) {
      const isDefault = borderRadius === DEFAULT_RADIUS
      setProperty(`--joy-radius-${step}`, isDefault ? undefined : `${Math.round(borderRadius * factor)}px`)
    }
    setProperty('--joy-fontFamily-body', fonts[fontFamily])
    setProperty('--joy-fontFamily-display', fonts[fontFamily])
    setProperty('--text-zoom', fontSize === 'default' ? undefined : zooms[fontSize])
    dataset.density = density
  }, [fontFamily, borderRadius, fontSize, density])
}
