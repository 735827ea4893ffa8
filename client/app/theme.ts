/**
 * Glaze & Thread: colours, sizes and fonts are defined in this file and its folder only. Colour carries meaning
 * (data kinds, money, state), never decoration.
 */
import { extendTheme } from '@mui/joy/styles'
import type { Kind } from '#shared/kinds.ts'
import { controls } from './theme/controls.ts'
import { dark } from './theme/dark.ts'
import { mono, sans } from './theme/fonts.ts'
import { light } from './theme/light.ts'
import { surfaces } from './theme/surfaces.ts'

type Note = 'glaze' | 'mint' | 'sky' | 'rose' | 'stone'

declare module '@mui/joy/styles' {
  interface Palette {
    kind: Record<Kind, string>
    note: Record<Note, string>
    /** Series of a stacked chart: steps of one hue, so that charts are not mistaken for data kinds. */
    series: Record<'a' | 'b' | 'c' | 'd' | 'rest', string>
    canvas: { grid: string; minimap: string; selection: string }
    line: { soft: string; strong: string }
  }
  interface FontSizeOverrides {
    xs2: true
  }
  interface TypographySystemOverrides {
    money: true
    figure: true
  }
}

export const theme = extendTheme({
  colorSchemes: { light: { palette: light }, dark: { palette: dark } },

  fontFamily: { body: sans, display: sans, code: mono },
  fontSize: {
    xs2: '11px',
    xs: '12px',
    sm: '13px',
    md: '14px',
    lg: '16px',
    xl: '18px',
    xl2: '22px',
    xl3: '28px',
    xl4: '40px',
  },
  fontWeight: { sm: 400, md: 500, lg: 600, xl: 600 },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '999px' },
  /** Elements on the page have a border; only floating ones have a shadow. */
  shadow: {
    xs: 'none',
    sm: 'none',
    md: '0 1px 2px rgba(20, 22, 28, 0.08), 0 12px 32px -8px rgba(20, 22, 28, 0.22)',
    lg: '0 1px 2px rgba(20, 22, 28, 0.08), 0 12px 32px -8px rgba(20, 22, 28, 0.22)',
    xl: '0 2px 4px rgba(20, 22, 28, 0.08), 0 28px 64px -16px rgba(20, 22, 28, 0.32)',
  },
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
  spacing: 4,

  typography: {
    h1: { fontSize: '28px', lineHeight: '34px', fontWeight: 600, letterSpacing: '-0.01em' },
    h2: { fontSize: '22px', lineHeight: '28px', fontWeight: 600, letterSpacing: '-0.01em' },
    h3: { fontSize: '18px', lineHeight: '26px', fontWeight: 600, letterSpacing: '-0.01em' },
    h4: { fontSize: '16px', lineHeight: '24px', fontWeight: 600, letterSpacing: '-0.01em' },
    'title-lg': { fontSize: '16px', lineHeight: '24px', fontWeight: 600, letterSpacing: '-0.01em' },
    'title-md': { fontSize: '14px', lineHeight: '20px', fontWeight: 600 },
    'title-sm': { fontSize: '13px', lineHeight: '18px', fontWeight: 600 },
    'body-lg': { fontSize: '16px', lineHeight: '24px' },
    'body-md': { fontSize: '14px', lineHeight: '20px', color: 'var(--joy-palette-text-primary)' },
    'body-sm': { fontSize: '13px', lineHeight: '18px', color: 'var(--joy-palette-text-secondary)' },
    'body-xs': {
      fontSize: '12px',
      lineHeight: '16px',
      fontWeight: 400,
      color: 'var(--joy-palette-text-tertiary)',
    },
    money: {
      fontFamily: mono,
      fontSize: '40px',
      lineHeight: '44px',
      fontWeight: 500,
      letterSpacing: '-0.03em',
      fontVariantNumeric: 'tabular-nums',
      color: 'var(--joy-palette-text-primary)',
    },
    figure: {
      fontFamily: mono,
      fontSize: '12px',
      lineHeight: '16px',
      fontVariantNumeric: 'tabular-nums',
      color: 'var(--joy-palette-text-primary)',
    },
  },

  focus: { default: { outlineWidth: '2px', outlineOffset: '2px' } },

  components: { ...controls, ...surfaces },
})
