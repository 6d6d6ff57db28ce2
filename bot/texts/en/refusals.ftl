## Access

not-allowed = Hello! This is a private bot. To use it, please ask its owner for access.
owner-welcome = Code accepted. You are now the owner of this bot.

## A source that is not taken or cannot be reached

# The line above already names the file or link; limit_mb is in megabytes
source-empty = There is nothing in it, not a single byte. Check the file and send it again.
source-too-large = It is over { $limit_mb } MB, more than I can take. Split the file, or send a link to a page with this text.
source-scheme = I do not open such links ({ $scheme }), only ordinary ones to pages on the web.
source-bad-address = I cannot make out this link. Copy it whole from the address bar.
source-private-address = { $host } is an address inside a private network, and I do not go there. Save the page and send it as a file.
source-telegram-closed = Telegram does not show this post to strangers. Forward me the post itself instead of the link.
source-no-such-host = There is no site { $host }. Check the spelling.
source-no-connection = I have no connection to the internet right now. Send the link again later, or save the page and send it as a file.
source-bad-certificate = The connection to { $host } is not safe: its certificate is not valid. Save the page and send it as a file.
source-redirects =
    { $limit ->
        [one] The site redirects in circles, more than { $limit } time. Send the final link.
       *[other] The site redirects in circles, more than { $limit } times. Send the final link.
    }
source-not-found = There is no page at this link (status { NUMBER($status, useGrouping: 0) }). Check the link.
source-forbidden = The site does not let me in (status { NUMBER($status, useGrouping: 0) }). Save the page and send it as a file.
source-too-slow = It took more than { $seconds } s. Try later, or send it in parts.
batch-too-slow = The files sent with it have taken { $minutes } min of reading. Press “Try again”, or send the rest by itself.
run-stopped = { batch-cancelled }
step-too-slow = It took too long, so I stopped. Try again, or send it in parts.
source-too-heavy = Reading it needs more than { $limit_mb } MB of memory. Split the file.
source-too-complex = It is made of so many parts that I cannot read it. Split it, or send the text without its layout.
source-wrong-type = The site promises { $declared } but sends { $found }. Download the file and send it to me.
source-wrong-extension = The name says { $extension }, the content is { $found }. Rename the file or send the original.
source-not-supported = I cannot read { $format } yet. I read PDF, Word, PowerPoint, Excel, CSV, EPUB, ODT, RTF, TXT, Markdown, HTML, e-mails (EML), pictures, ZIP of these, web pages and YouTube.
source-unreadable = I do not recognise this kind of file. I read PDF, Word, PowerPoint, Excel, CSV, EPUB, ODT, RTF, TXT, Markdown, HTML, e-mails (EML), pictures and ZIP of these.
source-broken = The file is damaged and cannot be read. Open it, save it anew and send it again.
source-encrypted = The PDF is locked with a password. Remove the password and send it again.
source-scanned =
    { $pages ->
        [one] This is a scan: { $pages } page without text, and I could make out none in its picture. Send a sharper scan.
       *[other] This is a scan: { $pages } pages without text, and I could make out none in their pictures. Send a sharper scan.
    }
source-no-reading-of-pictures = The text in it is a picture. To read pictures I need Tesseract, which is not installed here: ask whoever runs this bot for the packages tesseract-ocr and tesseract-ocr-rus, or send a file with text.
source-no-text-in-picture = I could make out no text in this picture. Take it closer and in better light, or send the text itself.
source-too-many-pixels = The picture has { $megapixels } million pixels, and the limit is { $limit }. Make it smaller and send it again.
source-unpacks-to-too-much = It unpacks to far more than its size, as files do that are made to choke programs. Save it anew, or send its text.
source-too-much-text = There is more than { $limit_mb } MB of text in it. Split the file.
source-no-text = I found no text in it. If the text is in pictures, send it separately.
source-too-many-pages =
    { $pages ->
        [one] It has { $pages } page, and the limit is { $limit }. Split the document.
       *[other] It has { $pages } pages, and the limit is { $limit }. Split the document.
    }
source-archive-too-many = There are more than { $limit } files inside, more than I take at once. Split it into several parts.
source-archive-too-large = Unpacked it is more than { $limit_mb } MB, more than I can take. Split it into parts.
source-archive-too-tight = It unpacks to more than { $limit } times its size, as files do that are made to choke programs. Pack it anew without padding, or send its contents separately.
source-archive-empty = There are no files in the archive.
source-archive-encrypted = The file in the archive has a password. Send it without one.
source-archive-broken = The file in the archive is damaged: its size or checksum does not match. Pack it anew or send it separately.
source-nested-archive = This is an archive inside an archive; I do not open those. Send it separately.
source-xml-entities = It is made the way malicious files are (it declares XML entities), so I will not open it. Save the document anew with an ordinary program.
source-too-many-cells = The table has more than { $limit } cells, more than I read. Split it into parts.
source-locked-book = The book is copy-protected (DRM) and opens only in its shop's program. Send its text without protection.
source-no-captions = The video has no captions. { $hears ->
        [yes] Send its sound as an audio file, or its words as text.
       *[no] Send its words as text.
    }
source-no-video = There is no video at this link: it is a channel, a playlist or an address cut short. Send a link to the video itself.
source-video-unavailable = The video is private, removed or age-restricted. Send its text as a file.
source-video-blocked = YouTube does not answer this server. Send the text of the video as a file.
source-busy = { $host } asks to wait { $minutes } min. Send the link again after that.
# Speech recognition is off: how to turn it on
speech-off = I cannot transcribe sound and video yet: speech recognition is off. Whoever runs this bot turns it on with pip install 'paragraf[speech]' and SPEECH_MODEL in .env. A transcript is welcome right away, as text or as a file.
speech-too-long =
    { $limit ->
        [one] The recording is longer than { $limit } minute, which is the limit. Split it into parts.
       *[other] The recording is longer than { $limit } minutes, which is the limit. Split it into parts.
    }
speech-none = I hear no speech in this recording. If there is some, send a better recording.
source-unavailable = The source cannot be reached right now. Send it again a little later.
source-secrets =
    { $count ->
        [one] There is a secret in it, so I did not add it: { $places }. Remove it and send the rest again. If it is a real one, have it replaced.
       *[other] There are { $count } secrets in it, so I did not add it: { $places }. Remove them and send the rest again. If they are real ones, have them replaced.
    }
question-bared = Your question held what should not be kept: { $kinds }. I took it out before searching, and the history does not have it. The message is still in this chat: better delete it.
secret-place =
    { $unit ->
        [page] { secret-kind }, p. { NUMBER($number, useGrouping: 0) }
        [row] { secret-kind }, row { NUMBER($number, useGrouping: 0) }
        [line] { secret-kind }, line { NUMBER($number, useGrouping: 0) }
        [time] { secret-kind }, { $time }
        [title] { secret-kind }, in the title
        [name] { secret-kind }, in the file name
        [link] { secret-kind }, in the link
       *[paragraph] { secret-kind }, paragraph { NUMBER($number, useGrouping: 0) }
    }
secret-kind =
    { $kind ->
        [private-key] a private key
        [password] a password
        [database-url] a database password
        [url-password] a password in an address
        [url-token] a token in an address
        [bearer-token] an access token
        [api-key] an API key or token
       *[other] { $what ->
            [key] { $brand } key
            [token] { $brand } token
            [webhook] { $brand } webhook
           *[other] { $name }
        }
    }
chunk-size-invalid = Text cannot be divided by { $chunk_size } with an overlap of { $overlap }: the size is at least 1, the overlap at least 0 and below the size.

## Failures

answer-quoted-instead = The language model is not answering, so here are the passages themselves:
answer-budget-spent = Today's limit for the language model is used up, so here are the passages themselves:
answer-without-model-silent = The language model is not answering, so I searched without it.
answer-without-model-spent = Today's limit for the language model is used up, so I searched without it.
model-unavailable = The language model is not answering right now. Please ask again in a couple of minutes.
model-broken = The language model is set up wrongly, so I cannot answer. Please tell the owner of this bot.
record-outdated = I was updated in the middle of this and cannot go on from there. Please try it again.
embedding-unusable = I could not make this searchable, several times in a row. Please try again; if that does not help, tell whoever runs this bot: the embedding model gives numbers that cannot be used.
embedding-changed = The base was updated and I was not, so I cannot work with it yet. Whoever runs this bot: restart it with the new EMBEDDING_MODEL. Then please try again.

database-unavailable = The database cannot be reached right now. Please try again in a minute.
error-number = Error number: { $id }
update-postponed = Something I need does not answer right now. I keep your message and try again by myself, so there is no need to send it again.
update-lost = I could not handle something you sent, although I tried several times. Please send it again in another form.
update-put-aside = A message from one of the users could not be handled after three attempts and was put aside. The log says more.
inbox-closed = I cannot keep messages right now. Yours waits, and I will handle it as soon as I can; there is no need to send it again.
model-refused = The language model's endpoint turns the bot away, so answers are quoted. Please check LLM_API_KEY, LLM_MODEL and LLM_BASE_URL; the log says more.
two-pollers = A second copy of this bot is running with the same token, so messages get lost. Please stop one of the two.
internal-error = Something broke, and it is my fault. Please try again; if that does not help, give the owner this error number: { $id }.
