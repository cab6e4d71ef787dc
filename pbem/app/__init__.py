"""One function per verb.  Here the rooms of the house are introduced to each other.  Where each verb is:

    games         catalogue.catalogue          rule          games.rule
    keygen        home.Home                    new           founding.new
    join          founding.join                start         founding.start
    status        status.glance                turn          receiving.receive
    draft         seats.draft_sheet            check         seats.check_sheet
    forecast      seats.forecast_sheet         sign          ordering.sign
    answer        ordering.answer              receive       receiving.receive
    adjudicate    adjudicating.adjudicate      report        reports.told
    map           reports.map_now              moves         seats.ask
    odds          seats.ask                    supply        seats.ask
    away          absences.away                silence       silencing.silence
    reveal        adjudicating.reveal          undo          agreements.undo
    rejudge       agreements.rejudge           end           agreements.end
    agree         agreements.agree             rekey         new_keys.rekey
    open          ending.open_hidden           log           history.log
    replay        screenings.replay_page       diff          history.diff
    dice          dicework.verified            audit         audits.audit
    why           lives.life_in                luck          dicework.luck_of
    guide         guides.document              demo          demo.demo
    tutorial      tutorial.lessons             case          cases.run_files
    data          packs.check_pack             atlas         maps.build_maps
    ruleset       proving.proven               selfplay      series.play_many
    show          reports.told                 press         pressing.write_press
    play          solitaire.go_on

`desk` is the mail desk's own, and `completion` the terminal's.
"""
