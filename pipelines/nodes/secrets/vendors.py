"""Keys of services that begin with letters of their own. All are called an API key or token."""

import re

from pipelines.nodes.secrets.kinds import SecretKind, is_jumbled, is_varied

_FORMS = (
    ("ATATT3x", r"[\w=-]{50,250}"),  # Atlassian
    ("ATCTT3x", r"[\w=-]{50,250}"),
    ("ATBB", r"[A-Za-z0-9]{28,36}"),  # Bitbucket
    ("secret_", r"[A-Za-z0-9]{43}"),  # Notion
    ("ntn_", r"[A-Za-z0-9]{40,50}"),
    ("pat", r"[A-Za-z0-9]{14}\.[0-9a-f]{64}"),  # Airtable
    ("lin_api_", r"\w{32,64}"),  # Linear
    ("glsa_", r"\w{32}_[0-9a-f]{8}"),  # Grafana
    ("glc_", r"[\w+/=]{32,400}"),
    ("NRAK-", r"[A-Z0-9]{27}"),  # New Relic
    ("sntrys_", r"[\w+/=]{40,400}"),  # Sentry
    ("sntryu_", r"[0-9a-f]{64}"),
    ("hvs.", r"[\w-]{24,200}"),  # Vault
    ("hvb.", r"[\w-]{24,300}"),
    ("figd_", r"[\w-]{38,48}"),  # Figma
    ("sl.", r"[\w-]{60,2000}"),  # Dropbox
    ("pscale_", r"(?:tkn|oauth|pw)_[\w.-]{32,64}"),  # PlanetScale
    ("PMAK-", r"[0-9a-f]{24}-[0-9a-f]{34}"),  # Postman
    ("pul-", r"[0-9a-f]{40}"),  # Pulumi
    ("rubygems_", r"[0-9a-f]{48}"),
    ("dp.", r"(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40,70}"),  # Doppler
    ("sbp_", r"[0-9a-f]{40}"),  # Supabase
    ("sb_secret_", r"[\w-]{20,60}"),
    ("nfp_", r"[A-Za-z0-9]{36}"),  # Netlify
    ("gsk_", r"[A-Za-z0-9]{48,60}"),  # Groq
    ("r8_", r"[A-Za-z0-9]{37}"),  # Replicate
    ("xai-", r"[A-Za-z0-9]{60,90}"),
    ("pplx-", r"[A-Za-z0-9]{40,60}"),  # Perplexity
    ("sk-or-v1-", r"[0-9a-f]{64}"),  # OpenRouter
    ("sk-lf-", r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),  # Langfuse
    ("key-", r"[0-9a-f]{32}"),  # Mailgun
    ("xkeysib-", r"[0-9a-f]{64}-[A-Za-z0-9]{16}"),  # Brevo
    ("re_", r"[A-Za-z0-9]{8}_[A-Za-z0-9]{24}"),  # Resend
    ("CFPAT-", r"[\w-]{43}"),  # Contentful
    ("phx_", r"[A-Za-z0-9]{43}"),  # PostHog
    ("lsv2_", r"(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}"),  # LangSmith
    ("pcsk_", r"\w{60,90}"),  # Pinecone
    ("nvapi-", r"[\w-]{60,80}"),  # NVIDIA
    ("tvly-", r"[\w-]{28,60}"),  # Tavily
    ("jina_", r"\w{50,80}"),
    ("api_org_", r"[A-Za-z0-9]{34}"),  # Hugging Face
    ("EZAK", r"[A-Za-z0-9]{54}"),  # EasyPost
    ("shippo_", r"(?:live|test)_[0-9a-f]{40}"),
    ("cio", r"[A-Za-z0-9]{32}"),  # crates.io
    ("dckr_oat_", r"[\w-]{27,40}"),
    ("fm2_", r"[\w+/=]{60,2000}"),  # Fly
    ("1//0", r"[\w-]{40,120}"),  # Google's refresh tokens
    ("StringSession('", r"[\w-]{200,400}=?"),  # Telethon
    ("t.", r"[\w-]{84,90}"),  # T-Bank
)
VENDORS = (
    *(
        SecretKind(
            "api-key",
            re.compile(rf"(?<![A-Za-z0-9_./-]){re.escape(hint)}{body}(?![A-Za-z0-9])", re.ASCII),
            (hint,),
            is_varied,
        )
        for hint, body in _FORMS
    ),
    SecretKind(
        "api-key",
        re.compile(
            r"(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70}(?![A-Za-z0-9])", re.ASCII
        ),
        (".atlasv1.",),
    ),
)
# Whoever issues keys puts a short word before them nowadays; but hash sums have one, too.
ISSUED = SecretKind(
    "api-key",
    re.compile(
        r"(?<![A-Za-z0-9_./=?&#%+:@~-])(?!sha\d|md5|rev|commit|etag|id[_-])"
        r"[a-z][a-z0-9]{1,9}(?:_[a-z0-9]{1,8}){0,2}[_-]"
        r"(?P<issued>[A-Za-z0-9]{24,200})(?![A-Za-z0-9_./-])",
        re.ASCII,
    ),
    check=is_jumbled,
)
