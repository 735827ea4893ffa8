/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Set by the build of the widget, so that code of the hosted page alone is left out. */
  readonly WIDGET?: boolean
}
