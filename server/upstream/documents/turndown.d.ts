declare module 'turndown' {
  export default class Turndown {
    constructor(options: { headingStyle: 'atx'; codeBlockStyle: 'fenced'; bulletListMarker: '-' })
    remove(tags: string[]): this
    turndown(html: string): string
  }
}
