import type { NodeDefinition } from '#server/engine/define-node.ts'
import { airtable } from './airtable.node.ts'
import { apiLoader } from './api-loader.node.ts'
import { braveSearchApiLoader } from './brave-search-api-loader.node.ts'
import { cheerioWebScraper } from './cheerio-web-scraper.node.ts'
import { confluence } from './confluence.node.ts'
import { csvFile } from './csv-file.node.ts'
import { customDocumentLoader } from './custom-document-loader.node.ts'
import { documentStore } from './document-store.node.ts'
import { docxFile } from './docx-file.node.ts'
import { fileLoader } from './file-loader.node.ts'
import { folderFiles } from './folder-files.node.ts'
import { gitbook } from './gitbook.node.ts'
import { github } from './github.node.ts'
import { jira } from './jira.node.ts'
import { jsonFile } from './json-file.node.ts'
import { jsonlinesFile } from './json-lines-file.node.ts'
import { microsoftExcel } from './microsoft-excel.node.ts'
import { microsoftPowerpoint } from './microsoft-powerpoint.node.ts'
import { microsoftWord } from './microsoft-word.node.ts'
import { notionDB } from './notion-db.node.ts'
import { notionFolder } from './notion-folder.node.ts'
import { notionPage } from './notion-page.node.ts'
import { pdfFile } from './pdf-file.node.ts'
import { plainText } from './plain-text.node.ts'
import { playwrightWebScraper } from './playwright-web-scraper.node.ts'
import { puppeteerWebScraper } from './puppeteer-web-scraper.node.ts'
import { s3 } from './s3.node.ts'
import { s3Directory } from './s3-directory.node.ts'
import { searchApi } from './search-api.node.ts'
import { serpApi } from './serp-api.node.ts'
import { spiderDocumentLoaders } from './spider.node.ts'
import { textFile } from './text-file.node.ts'
import { vectorStoreToDocument } from './vector-store-to-document.node.ts'

export const documentLoaders: NodeDefinition[] = [
  apiLoader,
  cheerioWebScraper,
  csvFile,
  documentStore,
  docxFile,
  fileLoader,
  folderFiles,
  github,
  jsonFile,
  jsonlinesFile,
  microsoftExcel,
  microsoftPowerpoint,
  microsoftWord,
  pdfFile,
  plainText,
  s3,
  textFile,
  airtable,
  braveSearchApiLoader,
  confluence,
  gitbook,
  jira,
  notionDB,
  notionFolder,
  notionPage,
  playwrightWebScraper,
  puppeteerWebScraper,
  s3Directory,
  searchApi,
  serpApi,
  spiderDocumentLoaders,
  vectorStoreToDocument,
]

export const customLoaders: NodeDefinition[] = [customDocumentLoader]
