//! The pictures of `gipfel show`: which files are asked for, and what is drawn on the boards.

use super::error::CliError;
use super::show::bar;
use super::values::{number, time_in};
use crate::analysis::{Animation, Arrow, Diagram, RasterError, Sheet};
use crate::board::Point;
use clap::{ArgGroup, Args};
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The options for pictures.
#[derive(Debug, Args)]
#[command(next_help_heading = "Pictures (FILE - is standard output, which then has no text)")]
#[command(group = ArgGroup::new("picture").args(["svg", "png", "gif", "animation"]).multiple(true))]
pub struct PictureArgs {
    /// Write the board, or all boards side by side, as SVG to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The same as PNG
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Write the game step by step as animated SVG, which moves in any browser
    #[arg(long, value_name = "FILE")]
    animation: Option<PathBuf>,
    /// The same as animated GIF
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
    /// Draw arrows, each from one point to another: a1-b2 or a1-b2,e5-e7
    #[arg(long, value_name = "FROM-TO", value_delimiter = ',', requires = "picture")]
    arrow: Vec<Arrow>,
    /// Draw rings around points: e5 or e5,a1
    #[arg(long, value_name = "POINT", value_delimiter = ',', requires = "picture")]
    mark: Vec<Point>,
    /// How many boards stand side by side [default: about as many as there are rows]
    #[arg(long, value_name = "N", value_parser = number(1..=1000_usize), requires = "picture")]
    columns: Option<usize>,
    /// The width of PNG and GIF in pixels [default: PNG 1240, with several boards up to 4096; GIF 620]
    #[arg(long, value_name = "PIXELS", value_parser = number(50..=32_000_u32), requires = "picture")]
    width: Option<u32>,
    /// How long animations show each board; the last one three times as long
    #[arg(long, value_name = "TIME", default_value = "1.5s", value_parser = time_in(SHORTEST..=LONGEST), requires = "picture")]
    delay: Duration,
}

/// The options, as the help writes them.
const SVG: &str = "--svg <FILE>";
const PNG: &str = "--png <FILE>";
const ANIMATION: &str = "--animation <FILE>";
const GIF: &str = "--gif <FILE>";

const SHORTEST: Duration = Duration::from_millis(20);
const LONGEST: Duration = Duration::from_secs(200);

impl PictureArgs {
    /// Refuses what cannot go to standard output, or where there is no folder: before any thought is spent.
    pub(super) fn check(&self) -> Result<(), CliError> {
        for file in self.files().into_iter().filter_map(|(_, file)| file) {
            let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
            if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
                let reason = format!("cannot write {}: there is no folder {}", file.display(), folder.display());
                return Err(CliError::Failed(reason));
            }
        }
        let mut to_stdout = self.to_stdout();
        let Some(option) = to_stdout.next() else { return Ok(()) };
        if let Some(second) = to_stdout.next() {
            let reason = format!("standard output holds one picture, and {option} goes there already; name a file");
            return Err(CliError::usage(second, "-", reason));
        }
        if [PNG, GIF].contains(&option) && io::stdout().is_terminal() {
            let reason = "a terminal cannot show it; name a file, or send it to another program";
            return Err(CliError::usage(option, "-", reason));
        }
        Ok(())
    }

    fn files(&self) -> [(&'static str, Option<&Path>); 4] {
        [(SVG, &self.svg), (PNG, &self.png), (ANIMATION, &self.animation), (GIF, &self.gif)]
            .map(|(option, file)| (option, file.as_deref()))
    }

    /// The options whose pictures go to standard output.
    fn to_stdout(&self) -> impl Iterator<Item = &'static str> {
        self.files().into_iter().filter(|(_, file)| file.is_some_and(is_stdout)).map(|(option, _)| option)
    }

    /// Whether a picture takes the place of the text.
    pub(super) fn take_stdout(&self) -> bool {
        self.to_stdout().next().is_some()
    }

    /// Whether a picture is asked for that shows boards side by side.
    pub(super) const fn are_still(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    /// Whether a picture is asked for that shows boards one after another.
    pub(super) const fn are_moving(&self) -> bool {
        self.animation.is_some() || self.gif.is_some()
    }

    /// The board with the arrows and marks that are asked for.
    pub(super) fn annotated(&self, diagram: Diagram) -> Diagram {
        let diagram = self.arrow.iter().fold(diagram, |diagram, &arrow| diagram.with_arrow(arrow));
        self.mark.iter().fold(diagram, |diagram, &point| diagram.with_mark(point))
    }

    /// Writes the pictures of these boards and frames.
    pub(super) fn write(
        &self,
        boards: Vec<Diagram>,
        frames: Vec<Diagram>,
        out: &mut dyn Write,
    ) -> Result<(), CliError> {
        if self.are_still() && boards.is_empty() || self.are_moving() && frames.is_empty() {
            return Err(CliError::Failed("there is no board to draw: standard input holds no position".to_owned()));
        }
        if self.are_still() {
            let sheet = Sheet::new(boards, self.columns);
            if let Some(file) = &self.svg {
                write(file, sheet.svg().as_bytes(), out)?;
            }
            if let Some(file) = &self.png {
                write(file, &sheet.png(self.width).map_err(failed)?, out)?;
            }
        }
        let progress = self.gif.as_ref().map(|_| bar(frames.len(), "drawing"));
        let animation = Animation::new(frames, self.delay);
        if let Some(file) = &self.animation {
            write(file, animation.svg().as_bytes(), out)?;
        }
        if let (Some(file), Some(progress)) = (&self.gif, progress) {
            let gif = animation.gif(self.width, || progress.inc(1));
            progress.finish_and_clear();
            write(file, &gif.map_err(failed)?, out)?;
        }
        Ok(())
    }
}

fn is_stdout(file: &Path) -> bool {
    file == Path::new("-")
}

fn failed(error: RasterError) -> CliError {
    match error {
        RasterError::TooLarge { width, .. } => CliError::usage("--width <PIXELS>", width, error),
        error => CliError::Failed(error.to_string()),
    }
}

fn write(file: &Path, picture: &[u8], out: &mut dyn Write) -> Result<(), CliError> {
    if is_stdout(file) {
        return Ok(out.write_all(picture).and_then(|()| out.flush())?);
    }
    fs::write(file, picture).map_err(|error| CliError::file("write", file, &error))
}
