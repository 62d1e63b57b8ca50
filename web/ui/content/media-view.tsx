// Images and files of a message. Embedded raster images are displayed, other embedded data can be downloaded, and external
// URLs are links that are never loaded automatically.
import { useEffect, useState } from 'react'
import { Button } from '../button.tsx'
import { bytes } from '../format.ts'
import { Icon } from '../icon.tsx'
import { largeText } from '../json/large/large.ts'
import { idOf } from '../json/large/marker.ts'
import { downloadFile } from '../browser/download.ts'
import { isSafeImage, safeHref } from './links.ts'
import type { Media } from './parts.ts'
import { MarkedText, PlainText } from './plain-text.tsx'
import styles from './content.module.css'

/** The URL of the media. The worker provides the URL of data that is too long for the page. */
function useMediaUrl({ url, large, mime, modality }: Media): string | undefined {
  const [loadedUrl, setLoadedUrl] = useState<string>()
  const largeId = large === undefined ? undefined : idOf(large)
  useEffect(() => {
    if (largeId === undefined) return
    let isCancelled = false
    const load = async (): Promise<void> => {
      const text = await largeText(largeId)
      const type = mime ?? (modality === 'image' ? 'image/png' : 'application/octet-stream')
      if (!isCancelled) setLoadedUrl(text.startsWith('data:') ? text : `data:${type};base64,${text}`)
    }
    void load()
    return () => {
      isCancelled = true
    }
  }, [largeId, mime, modality])
  return url ?? loadedUrl
}

async function saveData(dataUri: string, name: string): Promise<void> {
  const [head = '', body = ''] = dataUri.split(/,(.*)/s)
  const binaryText = /;base64/i.test(head)
    ? Uint8Array.from(atob(body), (character) => character.charCodeAt(0))
    : decodeURIComponent(body)
  downloadFile(new Blob([binaryText], { type: 'application/octet-stream' }), name)
}

export function MediaView({ media }: { media: Media }) {
  const { modality, mime, name, transcript } = media
  const url = useMediaUrl(media)
  const [isBroken, setIsBroken] = useState(false)
  const isData = url?.startsWith('data:') === true
  const href = url === undefined || isData ? undefined : safeHref(url)
  return (
    <>
      {url !== undefined && isData && isSafeImage(url) && !isBroken && (
        <img
          className={styles['image']}
          src={url}
          alt={name ?? 'Part of the message'}
          onError={() => setIsBroken(true)}
        />
      )}
      <p className={styles['facts']}>
        <Icon name={modality === 'audio' ? 'live' : 'note'} size={12} />
        <b>{modality}</b>
        {mime !== undefined && <span>{mime}</span>}
        {name !== undefined && (
          <span>
            <MarkedText text={name} />
          </span>
        )}
        {isBroken && <span>The data is not an image of this type.</span>}
        {url !== undefined && isData && (
          <>
            <span>{bytes(Math.round((url.length * 3) / 4))}</span>
            <Button look="quiet" icon="download" onClick={() => void saveData(url, name ?? modality)}>
              Download
            </Button>
          </>
        )}
        {href !== undefined && (
          <a href={href} target="_blank" rel="noreferrer noopener">
            <Icon name="external" size={12} /> {url}
          </a>
        )}
        {url !== undefined && !isData && href === undefined && (
          <code>
            <MarkedText text={url} />
          </code>
        )}
      </p>
      {transcript !== undefined && <PlainText text={transcript} />}
    </>
  )
}
