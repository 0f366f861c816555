/* A test program that runs on any target: it has one function to start and one to say a line, and
 * needs neither stdio nor an operating system. Each target's main gives program_say and calls
 * program_run: hosted/main.c (also bare metal, by semihosting) and wasm/main.c. */
#ifndef HEM_TEST_PROGRAM_H
#define HEM_TEST_PROGRAM_H

#include <stdint.h>

/* Says a line of text, given without its end. */
void program_say(const char *line);

/* Runs the program; 0 is success. */
int program_run(void);

/* A line while it is put together; what is too long is cut. */
typedef struct program_line {
    char text[160];
    uint32_t length;
} program_line;

static inline void line_char(program_line *line, char character)
{
    if (line->length + 1 < sizeof line->text) {
        line->text[line->length] = character;
        line->length++;
        line->text[line->length] = '\0';
    }
}

static inline void line_text(program_line *line, const char *text)
{
    for (; *text != '\0'; text++) {
        line_char(line, *text);
    }
}

static inline void line_number(program_line *line, uint64_t number)
{
    uint64_t unit = 1;
    while (number / unit >= 10) {
        unit *= 10;
    }
    for (; unit != 0; unit /= 10) {
        line_char(line, (char)('0' + (int)(number / unit % 10)));
    }
}

static inline void line_hex(program_line *line, uint64_t number, int digits)
{
    for (int i = digits - 1; i >= 0; i--) {
        line_char(line, "0123456789abcdef"[number >> (4 * i) & 15u]);
    }
}

/* Says a line `scene phase hash`, all words without spaces. */
static inline void program_say_hash(const char *scene, const char *phase, uint64_t hash)
{
    program_line line = {.length = 0};
    line_text(&line, scene);
    line_char(&line, ' ');
    line_text(&line, phase);
    line_char(&line, ' ');
    line_hex(&line, hash, 16);
    program_say(line.text);
}

#endif
