## Watched pages

watch-usage =
    I read a page again every day or week and tell you what has changed. Send the command with a link:

    /watch https://example.org daily
    /watch https://example.org weekly
watch-no-videos = Only pages can be watched, not videos.
watch-how-often = How often shall I look at this page?
watch-started =
    { $every ->
        [weekly] I am opening { $url } now, and then every week.
       *[daily] I am opening { $url } now, and then every day.
    } Later I write only when something changes. All watched pages: /watch
watch-too-many =
    { $limit ->
        [one] You watch { $limit } page already, which is the limit. Stop one of them first: /watch
       *[other] You watch { $limit } pages already, which is the limit. Stop one of them first: /watch
    }
watch-list =
    { $count ->
        [0] No pages are watched yet. Send /watch with a link, for example: /watch https://example.org weekly
       *[other] Watched pages: { $count }
    }
# $state is fine or failing
watch-line =
    { $n }. { $url } – { $every ->
        [weekly] every week
       *[daily] every day
    }{ $state ->
        [failing] , did not open last time
       *[fine] {""}
    }
watch-stopped = I do not look there any more.
watch-gone = That page is not watched any more.
watch-new = “{ $title }” is in the base. I watch this page: { $url }
watch-changed =
    The page “{ $title }” has changed. Paragraphs added: { $added }, taken out: { $removed }. The base has the new version.
    { $url }
# The beginning of what is new on the page
watch-added-text = “{ $text }”
watch-forbidden = The site does not let programs read this page (robots.txt), so I do not watch it: { $url }
# $outcome is gone or unreachable; $ending is again or last
watch-failed =
    { $outcome ->
        [gone] A watched page is not there any more: { $url }
       *[unreachable] A watched page did not open several times in a row: { $url }
    }
    { $reason }
    { $ending ->
        [last] I do not look there any more. What was read stays in the base.
       *[again] I will go on trying. What was read stays in the base. To stop: /watch
    }
button-daily = Every day
button-weekly = Every week
button-stop-watch = Stop { $n }
