import { z } from 'zod'

/** facts/rest-table.md, `GET /fetch-links`. */
export const fetchLinksInput = z.object({
  url: z.url({ protocol: /^https?$/, error: 'Write the address of a web page' }).max(2_000),
  relativeLinksMethod: z.enum(['webCrawl', 'scrapeXMLSitemap']).default('webCrawl'),
  /** Pages at most; 0 means as many as we are willing to look at, which is a thousand. */
  limit: z.coerce.number<string>().int().min(0).max(1_000).default(10),
})
export type FetchLinks = z.output<typeof fetchLinksInput>
export const pageLinks = z.object({ status: z.literal('OK'), links: z.array(z.string()) })
