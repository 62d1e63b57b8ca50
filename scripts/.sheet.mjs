// contact sheet: node sheet.mjs out.png cols width files...
import { startBrowser } from '../web/test/browser.ts'
import { readFileSync } from 'node:fs'
const [out, cols, width, ...files] = process.argv.slice(2)

const browser = await startBrowser()
const page = await browser.newPage({ viewport: { width: cols * (Number(width) + 8), height: 800 } })
const html = files
  .map(
    (f) =>
      `<figure style="margin:4px;display:inline-block;vertical-align:top;width:${width}px"><img style="width:100%;border:1px solid #888" src="data:image/png;base64,${readFileSync(f).toString('base64')}"><figcaption style="font:12px sans-serif">${f.split('/').pop()}</figcaption></figure>`,
  )
  .join('')
await page.setContent(`<body style="margin:0;font-size:0">${html}</body>`)
await page.screenshot({ path: out, fullPage: true })
await browser.close()
