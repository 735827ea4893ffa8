import type { NodeDefinition } from '#server/engine/define-node.ts'
import { airtable } from './airtable.node.ts'
import { apiLoader } from './api-loader.node.ts'
import { apifyWebsiteContentCrawler } from './apify.node.ts'
import { braveSearchApiLoader } from './brave-search-api-loader.node.ts'
import { playwrightWebScraper, puppeteerWebScraper } from './browser-scrapers.ts'
import { cheerioWebScraper } from './cheerio-web-scraper.node.ts'
import { confluence } from './confluence.node.ts'
import { customDocumentLoader } from './custom-document-loader.node.ts'
import { documentStore } from './document-store.node.ts'
import { figma } from './figma.node.ts'
import { fileLoader } from './file-loader.node.ts'
import {
  csvFile,
  docxFile,
  epubFile,
  jsonFile,
  jsonlinesFile,
  microsoftExcel,
  microsoftPowerpoint,
  microsoftWord,
  pdfFile,
  textFile,
} from './file-loaders.ts'
import { fireCrawl } from './fire-crawl.node.ts'
import { folderFiles, notionFolder } from './folder-loaders.ts'
import { gitbook } from './gitbook.node.ts'
import { github } from './github.node.ts'
import { googleDrive } from './google-drive.node.ts'
import { googleSheets } from './google-sheets.node.ts'
import { jira } from './jira.node.ts'
import { notionDB } from './notion-db.node.ts'
import { notionPage } from './notion-page.node.ts'
import { oxylabs } from './oxylabs.node.ts'
import { plainText } from './plain-text.node.ts'
import { s3 } from './s3.node.ts'
import { s3Directory } from './s3-directory.node.ts'
import { searchApi } from './search-api.node.ts'
import { serpApi } from './serp-api.node.ts'
import { spiderDocumentLoaders } from './spider.node.ts'
import { unstructuredFileLoader } from './unstructured-file-loader.node.ts'
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
  apifyWebsiteContentCrawler,
  braveSearchApiLoader,
  confluence,
  epubFile,
  figma,
  fireCrawl,
  gitbook,
  googleDrive,
  googleSheets,
  jira,
  notionDB,
  notionFolder,
  notionPage,
  oxylabs,
  playwrightWebScraper,
  puppeteerWebScraper,
  s3Directory,
  searchApi,
  serpApi,
  spiderDocumentLoaders,
  unstructuredFileLoader,
  vectorStoreToDocument,
]

export const customLoaders: NodeDefinition[] = [customDocumentLoader]
