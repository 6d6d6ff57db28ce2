## Names of languages

language-name =
    { $language_code ->
        [ar] Arabic
        [be] Belarusian
        [bg] Bulgarian
        [cs] Czech
        [da] Danish
        [de] German
        [el] Greek
        [en] English
        [es] Spanish
        [et] Estonian
        [fa] Persian
        [fi] Finnish
        [fr] French
        [he] Hebrew
        [hi] Hindi
        [hr] Croatian
        [hu] Hungarian
        [id] Indonesian
        [it] Italian
        [ja] Japanese
        [ka] Georgian
        [kk] Kazakh
        [ko] Korean
        [lt] Lithuanian
        [lv] Latvian
        [nl] Dutch
        [no] Norwegian
        [pl] Polish
        [pt] Portuguese
        [ro] Romanian
        [ru] Russian
        [sk] Slovak
        [sl] Slovenian
        [sr] Serbian
        [sv] Swedish
        [th] Thai
        [tr] Turkish
        [uk] Ukrainian
        [und] language unknown
        [uz] Uzbek
        [vi] Vietnamese
        [zh] Chinese
       *[other] language: { $language_code }
    }
