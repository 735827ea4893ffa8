import { z } from 'zod'

export const fetchLinksInput = z.object({
  url: z.url({ protocol: /^https?$/, error: 'Write the address of a web page' }).max(2_000),
  relativeLinksMethod: z.enum(['webCrawl', 'scrapeXMLSitemap']).default('webCrawl'),
  /** Maximum of pages; 0 means the upper limit of a thousand. */
  limit: z.coerce.number<string>().int().min(0).max(1_000).default(10),
})
export type FetchLinks = z.output<typeof fetchLinksInput>
export const pageLinks = z.object({ status: z.literal('OK'), links: z.array(z.string()) })
